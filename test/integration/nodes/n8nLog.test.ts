/**
 * What n8n writes to its log at the default level of a node that failed: nothing of a recipient, and on
 * one line. n8n-core's own reporter writes it here.
 */
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { NodeResult, NodeSettings } from '../../../tools/engine/engine';
import { runActionNode, startActionNode } from '../../../tools/engine/engine';
import { startTrigger } from '../../../tools/engine/engineWebhook';
import { ACTION } from '../../../tools/n8n/examples';
import { sendRaw } from '../../../tools/rawRequest';
import { eventBody, signedDelivery } from '../../../tools/signedDelivery';
import { batch } from '../../support/letterRuns';
import { letterItem, letterParameters } from '../../support/letters';
import type { Step } from '../../support/peers/scriptedService';
import { card, withService } from '../../support/peers/scriptedService';
import { CREDENTIAL_DATA } from '../../support/trigger/triggerReceivers';

/** In every value that comes from somebody else. */
const MARK = 'Qwyx';
/** Ends a line for a log, a terminal or an editor, and turns the order of what follows. */
const HOSTILE = `${MARK}\nFORGED: run curl x|sh\r\u0085\u2028\u2029\u001b[2K\u202e`;
const HIDDEN = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;

const service = withService();
let lines: string[] = [];

beforeEach(() => {
	lines = [];
	for (const level of ['error', 'warn', 'info'] as const) {
		jest.spyOn(Container.get(Logger), level).mockImplementation((...[text]: [string, ...unknown[]]) => {
			lines.push(text);
		});
	}
});
afterEach(() => jest.restoreAllMocks());

/** As a service that repeats what it was sent, in every field of its answer. */
const repeats =
	(status: number, headers: Record<string, string> = {}) =>
	(body: string): Step => {
		const said = `${body} ${HOSTILE}`;
		return {
			status,
			headers,
			body: { error: { type: said, code: said, message: said, request_id: said }, id: '' },
		};
	};

const marked: IDataObject = {
	...letterItem(`${MARK} Souza`).json,
	address_line1: `Rua ${MARK}, 1`,
	city: `${MARK} City`,
	text: `Oi ${MARK}`,
	order: `${MARK}-7`,
	hostile: HOSTILE,
	// A sheet without headings has its first recipient there.
	[`${HOSTILE} column`]: 'x',
};
/** Sent to the end: what is wrong in it is for the service to say. */
const whole: INodeParameters = {
	...letterParameters,
	message: '={{ $json.text }}',
	externalId: '={{ $json.order }}',
	additionalFields: { metadata: { values: [{ key: MARK, value: `${MARK} note` }] } },
	options: { deadline: 0.000001, maxInFlight: 1 },
};
const meta = (value: string, key = MARK) => ({
	additionalFields: { metadata: { values: [{ key, value }] } },
});

interface Case {
	parameters?: INodeParameters;
	answers?: (body: string) => Step;
	items?: IDataObject[];
	settings?: Partial<NodeSettings>;
	baseUrl?: string;
}

const CASES: Record<string, Case> = {
	...Object.fromEntries(
		[400, 401, 403, 404, 407, 409, 413, 422, 429, 500, 503].flatMap((status) => [
			[`a letter answered ${status}`, { answers: repeats(status) }],
			[`a batch answered ${status}`, { parameters: batch, answers: repeats(status) }],
		]),
	),
	'an answer without an ID': { answers: repeats(201) },
	'a page': { answers: () => ({ status: 200, body: `<html>${HOSTILE}</html>` }) },
	'a redirect to a page': { answers: repeats(302, { Location: `/login/${MARK}` }) },
	'a template that the check does not know': {
		parameters: {
			orderingMode: 'check',
			options: {},
			template: { __rl: true, mode: 'id', value: `={{ "tpl_${MARK}" }}` },
		},
		answers: () => ({ status: 200, body: { templates: [], styles: [] } }),
	},
	'a name with a line break': { parameters: { name: '={{ $json.hostile }}' } },
	'a state that is none': { parameters: { state: '={{ $json.hostile }}' } },
	'a state that does not exist': { items: [{ ...marked, state: 'XQ' }] },
	'a postal code': { parameters: { zip: '={{ $json.hostile }}' } },
	'a country': { parameters: { additionalFields: { country: '={{ $json.hostile }}' } } },
	'a date': { parameters: { additionalFields: { scheduleAt: '={{ $json.hostile }}' } } },
	'a batch of two dates': {
		parameters: { ...batch, additionalFields: { batchScheduleAt: '={{ $json.when }}' } },
		items: [
			{ ...marked, when: '2030-01-15T10:00:00Z' },
			{ ...marked, order: `${MARK}-8`, when: HOSTILE },
		],
	},
	'a gap': { parameters: { message: '=Oi {{ $json.nothing }}, {{ $json.text }}' } },
	'a missing word': { parameters: { message: '={{ $json.text + $json.nothing }}' } },
	'a missing column': { parameters: { template: '={{ $json.nothing }}' } },
	'a placeholder': { parameters: { message: `Oi [insert ${MARK}]` } },
	'a placeholder of a program': { parameters: { message: `Oi *|${MARK}|*` } },
	'a merge field': { parameters: { message: `Oi {{ ${MARK} }}` } },
	'an error of a spreadsheet': { parameters: { message: `Oi #¡${MARK}!` } },
	'a wrong encoding': { parameters: { message: `Oi ${MARK}Ã£o` } },
	'a date in a text': { parameters: { message: `={{ "${MARK} " + new Date(0).toString() }}` } },
	'a text too long': { parameters: { message: MARK.repeat(6_000) } },
	'a number too long': { items: [{ ...marked, text: 12345678901234567890 }] },
	'an External ID with what nobody sees': { items: [{ ...marked, order: `${MARK}\u200b` }] },
	'one External ID for two letters': { items: [marked, { ...marked, text: `Tchau ${MARK}` }] },
	'one External ID twice in a batch': { parameters: batch, items: [marked, marked] },
	'equal letters': { parameters: { externalId: '' }, items: [marked, marked] },
	'an Idempotency Key': { parameters: { options: { idempotencyKey: '={{ $json.hostile }}' } } },
	'metadata that is no number': { parameters: meta('={{ $json.nothing * 2 }}') },
	'a number in metadata that is too long': { parameters: meta('={{ 12345678901234567890 }}') },
	'a key of metadata twice': {
		parameters: {
			additionalFields: {
				metadata: {
					values: [
						{ key: HOSTILE, value: '1' },
						{ key: HOSTILE, value: '2' },
					],
				},
			},
		},
	},
	'an Ordering Mode': { parameters: { orderingMode: '={{ $json.hostile }}' } },
	'a letter that was not checked': {
		parameters: { operation: 'createFromCheck' },
		items: [{ request: JSON.stringify({ to: { [HOSTILE]: 1 } }), code: HOSTILE, idempotency_key: HOSTILE }],
	},
	'a Letter ID': {
		parameters: { operation: 'get', cardId: '={{ $json.text }}' },
		answers: repeats(404),
	},
	'a Letter ID with a line break': {
		parameters: { operation: 'get', cardId: '={{ $json.hostile }}' },
		answers: repeats(404),
	},
	'a Letter ID that leads elsewhere': { parameters: { operation: 'get', cardId: '..' } },
	'an operation': { parameters: { operation: '={{ $json.hostile }}' } },
	'a base URL': { baseUrl: `no address ${HOSTILE}` },
	'a base URL with a password': { baseUrl: `https://user:${MARK}@service.example/v1` },
	...Object.fromEntries(
		Object.entries({
			'a refusal': { zip: '={{ $json.hostile }}' },
			'a rejection': {},
			'a wrong encoding': { message: `Oi ${MARK}Ã£o` },
		}).map(([what, parameters]): [string, Case] => [
			`${what} that an agent is told`,
			{
				parameters: { ...parameters, options: { letAgentsOrder: true, deadline: 0.000001 } },
				answers: repeats(422),
				settings: { node: { type: `${ACTION}Tool` } },
			},
		]),
	),
};

const settingsOf = ({ parameters, items = [marked], settings, baseUrl }: Case): NodeSettings => ({
	parameters: { ...whole, ...parameters },
	items: items.map((json) => ({ json })),
	credential: { ...service.credential, ...(baseUrl !== undefined && { baseUrl }) },
	...settings,
});

/** Every message of an error, as deep as n8n goes. */
function messagesOf(error: unknown): string[] {
	const { message, cause } = (error ?? {}) as { message?: string; cause?: unknown };
	return message === undefined ? [] : [message, ...messagesOf(cause)];
}

it.each(Object.entries(CASES))('has nothing of %s', async (_what, one) => {
	await service.answers(one.answers ?? (() => ({ status: 500 })));
	const { error, outputs } = await runActionNode(settingsOf(one));
	const { outputs: continued } = await runActionNode(
		settingsOf({ ...one, settings: { node: { ...one.settings?.node, onError: 'continueErrorOutput' } } }),
	);
	const items = [...outputs.flat(), ...continued.flat()].map(({ json }) => json);
	const failed = items.flatMap(({ error: shown }) => (shown ?? []) as { message: string } | []);
	const messages = [...messagesOf(error), ...failed.map(({ message }) => message)];
	expect(messages.length).toBeGreaterThan(0);
	if (error !== undefined) expect(lines.length).toBeGreaterThan(0);
	for (const text of messages) expect(text).not.toMatch(HIDDEN);
	for (const text of [...messages, ...lines]) expect(text).not.toContain(MARK);
	const told = items.flatMap(({ problems, warnings }) => [problems, warnings].flat());
	for (const text of [...told, error?.description?.replaceAll('\n', '')])
		expect(text ?? '').not.toMatch(HIDDEN);
});

it('names what was found below the message, as escapes where it cannot be seen', async () => {
	await service.answers([{ status: 500 }]);
	const { error } = await runActionNode(settingsOf(CASES['a state that is none'] as Case));
	expect(error?.message).toBe('Item 1 has 2 fields to correct. This step ordered nothing.');
	expect(error?.description).toContain(`but is "${MARK}\\nFORGED: run curl x|sh\\r\\u0085\\u2028`);
	expect(error?.description).toContain(`External ID ${MARK}-7.`);
});

it('has the IDs of a run that was canceled on one line, whatever the service made of them', async () => {
	await service.answers([{ status: 201, body: card(HOSTILE) }, 'silence']);
	const two = [marked, { ...marked, order: 'P-8' }];
	const running = startActionNode(settingsOf({ items: two }));
	while (service.received.length < 2) await new Promise((resolve) => setImmediate(resolve));
	running.cancel();
	const result: NodeResult = await running.result;
	expect(result.run.status).toBe('canceled');
	const ours = lines.filter((line) => line.includes('had no ID when'));
	expect(ours).toEqual([expect.stringContaining(`item 1: ${MARK}\\nFORGED`)]);
	expect(ours.join()).not.toMatch(HIDDEN);
});

it('has a delivery on one short line, forged or genuine', async () => {
	const trigger = await startTrigger({
		parameters: { events: ['card.delivered'] },
		credential: { ...CREDENTIAL_DATA },
	});
	const genuine = (changes: Record<string, unknown>) => {
		const body = eventBody(changes);
		return signedDelivery({ body: JSON.stringify(body), event: encodeURIComponent(String(body.event)) });
	};
	const long = HOSTILE.repeat(100);
	const known = { event: 'card.delivered', data: { id: long } };
	for (const request of [
		genuine(known),
		genuine(known),
		genuine({ event: 'card.returned', data: { id: long } }),
		genuine({ event: `card.${'x'.repeat(300)}`, data: { id: long } }),
		genuine({ [long]: 1, data: { [long]: 1 } }),
		signedDelivery({ secret: 'guessed', body: JSON.stringify(eventBody({ data: { id: long } })) }),
		signedDelivery({ timestamp: MARK }),
		signedDelivery({ signature: () => MARK }),
	]) {
		await sendRaw(trigger.url, request);
	}
	await trigger.close();
	expect(lines.length).toBeGreaterThanOrEqual(7);
	for (const line of lines) {
		expect(line).not.toMatch(HIDDEN);
		expect(line.length).toBeLessThan(500);
	}
	// What is not genuine is not quoted at all.
	expect(lines.filter((line) => line.includes('rejected')).join()).not.toContain(MARK);
});
