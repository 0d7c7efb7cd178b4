/** When a run goes on without some letters, and when it stops asking: over real HTTP, against a peer that misbehaves. */
import type { INodeParameters, WorkflowExecuteMode } from 'n8n-workflow';

import { searchList } from '../../../tools/engine/engine';
import { goesOn, inFastTime, lettersTo, runLetters } from '../../support/letterRuns';
import type { Step } from '../../support/peers/scriptedService';
import {
	card,
	credentialFor,
	failure,
	startScriptedService,
	withService,
} from '../../support/peers/scriptedService';

const GAVE_NO_ANSWER =
	/^Item \d+: The letter was not sent, because the letter service gave no good answer to items \d+ and \d+ \(/;

const service = withService();

/** Sends one letter to each name, and goes on after failures. */
const send = async (names: string[], options: INodeParameters) =>
	(await runLetters(service.credential, { options }, { ...goesOn, items: lettersTo(...names) })).items;

const named = (name: string, count: number) =>
	Array.from({ length: count }, (_none, index) => `${name} ${index}`);
const created: Step = { status: 201, body: card('crd_1') };

/** Every letter to a name with "Bad" in it is answered 500, however often it comes. */
const someBad = (body: string): Step => (body.includes('Bad') ? { status: 500 } : created);
interface Told {
	error: string;
	message: string;
	details: { name: string };
}

/** The letters that were asked for at all. */
const tried = () => new Set(service.received.map(({ body }) => nameIn(body)));
const nameIn = (body: string) => (JSON.parse(body) as { to: { name: string } }).to.name;

describe('a used-up quota', () => {
	it('ends 200 letters in about ten minutes, most of them without a request', async () => {
		await service.answers([{ status: 429, body: failure('rate_limit_error', 'spent') }]);
		const { result, minutes } = await inFastTime(() => send(named('Ana', 200), {}));
		// A busy machine leaps further than it has to. One deadline after another would take more than 30.
		expect(minutes).toBeLessThan(20);
		const untried = result.filter(({ error }) => GAVE_NO_ANSWER.test(error as string));
		expect(untried.length).toBeGreaterThan(130);
		expect(untried[0]?.error).toContain('(HTTP 429: spent)');
		for (const { message } of result) expect(message).toContain('This letter was not created.');
	});
});

describe('one 503 with a Retry-After of an hour', () => {
	it('stops neither the other letters nor a list of the same account', async () => {
		const away: Step = { status: 503, headers: { 'Retry-After': '3600' } };
		const names = named('Ana', 5);
		await service.answers([away, created]);
		const letters = await send(names, { maxInFlight: 1, deadline: 0.5 });
		expect(letters.map(({ id }) => id)).toEqual(names.map((_name, index) => (index === 0 ? null : 'crd_1')));
		expect(letters[0]?.error).toBe(
			'Item 1: No good answer from the letter service after one attempt: HTTP 503. The letter may have been ordered',
		);
		const lists = await startScriptedService([away, { status: 200, body: { styles: [] } }]);
		await expect(searchList('searchStyles', credentialFor(lists.baseUrl))).rejects.toThrow('HTTP 503');
		expect(await searchList('searchStyles', credentialFor(lists.baseUrl))).toMatchObject({
			results: [{ name: 'The service chooses' }],
		});
		await lists.close();
	});
});

describe('a service that is still busy with an attempt that was cut off', () => {
	const busy: Step = { status: 409, body: failure('idempotency_error', 'idempotency_conflict') };

	it('is asked with the same key until it gives the letter', async () => {
		await service.answers(['cut', busy, busy, busy, created]);
		const { result } = await inFastTime(() => send(['Ana'], {}));
		expect(result).toMatchObject([{ id: 'crd_1' }]);
		expect(service.keys).toHaveLength(1);
	});

	it('is asked for half a minute: the letter is then not known, and nothing is said of other contents', async () => {
		await service.answers(['cut', busy]);
		const { result, minutes } = await inFastTime(() => send(['Ana'], {}));
		expect(minutes).toBeGreaterThan(0.4);
		expect(minutes).toBeLessThan(1);
		const { error, message } = result[0] as { error: string; message: string };
		expect(error).toMatch(
			/^Item 1: No good answer from the letter service after \d+ attempts in \d+ seconds?: HTTP 409.*The letter may have been ordered/,
		);
		expect(`${error} ${message}`).not.toMatch(/different contents|restore/);
	});
});

describe('letters that the service always answers with 500', () => {
	it.each([
		{ bad: 1, good: 19, maxInFlight: 1 },
		{ bad: 64, good: 1, maxInFlight: 10 },
	])(
		'do not stop the others: $bad before $good, $maxInFlight in flight',
		async ({ bad, good, maxInFlight }) => {
			await service.answers(someBad);
			const names = [...named('Bad', bad), ...named('Ana', good)];
			const letters = await send(names, { maxInFlight, deadline: 0.01 });
			const isCreated = letters.map(({ id }) => id === 'crd_1');
			expect(isCreated).toEqual(names.map((name) => name.startsWith('Ana')));
		},
	);

	it('end the run after two of them and one more letter, if that gets no other answer', async () => {
		await service.answers(someBad);
		const letters = await send(named('Bad', 300), { maxInFlight: 1, deadline: 0.01 });
		expect(tried().size).toBe(3);
		const unsent = letters.filter(({ error }) => GAVE_NO_ANSWER.test(error as string));
		expect(unsent).toHaveLength(297);
		expect(unsent[0]?.error).toContain('to items 1 and 2 (HTTP 500)');
		for (const { message } of unsent) expect(message).toContain('This letter was not created.');
	});
});

it.each([
	{ step: 'silence' as const, count: 40, deadline: 0.02 },
	{ step: 'cut' as const, count: 300, deadline: 0.01 },
])(
	'two deadlines end a run also if all its $count letters are waiting already: $step',
	async ({ step, count, deadline }) => {
		await service.answers([step]);
		const letters = (await send(named('Ana', count), { timeout: 0.3, deadline })) as unknown as Told[];
		const [unsent, sent] = [/This letter was not created\./, /may have been ordered/].map((told) =>
			letters.filter(({ error, message }) => told.test([error, message].join(' '))),
		);
		expect(unsent?.length).toBeGreaterThan(0);
		expect(Number(unsent?.length) + Number(sent?.length)).toBe(count);
		// A busy machine may cut a request off before it arrives; what has arrived is not called "not created".
		expect(unsent?.filter(({ details }) => tried().has(details.name))).toEqual([]);
	},
);

describe('an address where nothing listens', () => {
	it.each<[string, WorkflowExecuteMode, (minutes: number) => boolean]>([
		['ends all letters within a minute in the editor', 'manual', (minutes) => minutes < 1],
		['goes on until the deadline in production', 'trigger', (minutes) => minutes > 5],
	])('%s, whatever Ordering Mode says', async (_what, mode, isRight) => {
		const settings = { ...goesOn, mode, items: lettersTo('Ana', 'Bia', 'Caio', 'Davi', 'Eva', 'Flora') };
		const nobody = credentialFor('http://127.0.0.1:1/v1');
		const { result, minutes } = await inFastTime(() =>
			runLetters(nobody, { options: { maxInFlight: 4 } }, settings),
		);
		expect(isRight(minutes)).toBe(true);
		expect(result.items).toMatchObject(
			settings.items.map(() => ({
				outcome: 'not_ordered',
				error: expect.stringContaining('nothing listens at the base URL') as string,
			})),
		);
	});
});
