/**
 * What happens to one delivery: checked, read, compared with those before, answered. Answers are
 * written here and not left to n8n, which would turn a refusal into 200.
 */
import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { CREDENTIAL } from '../shared/transport';
import type { Deliveries } from './deliveries';
import { deliveriesOf } from './deliveries';
import { selectedEvents } from './outputs';
import { readEvent } from './readEvent';
import { Readings } from './readings';
import { acceptedSecrets, type Secrets } from './secrets';
import type { Verdict } from './verifySignature';
import { verifySignature } from './verifySignature';
import { within } from './within';

interface Options {
	tolerance?: number;
	ignoreDuplicates?: boolean;
}

/** How long a delivery waits for the answer to an equal one that came just before. */
const TWIN_WAIT_MS = 5_000;

/** Must never throw: n8n would record an execution and show a stack trace to the sender. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		const rawBody = await readRawBody(context);
		const options = context.getNodeParameter('options', {}) as Options;
		const verdict = rawBody
			? await verify(context, rawBody, options)
			: { genuine: false as const, reason: 'the body could not be read' };
		if (!rawBody || !verdict.genuine) {
			const reason = verdict.genuine ? '' : verdict.reason;
			context.logger.warn(`Handwritten Letters Trigger refused a delivery: ${reason}`);
			return answer(context, 401, { error: 'unauthorized' });
		}

		const event = readEvent(rawBody, verdict.event);
		if (event.body === undefined) {
			context.logger.warn(`Handwritten Letters Trigger could not use a delivery: ${event.reason}`);
			return answer(context, 400, { error: event.reason });
		}
		if (!selectedEvents(context.getNodeParameter('events', [])).includes(event.body.event)) {
			return answer(context, 200, { received: true, ignored: true });
		}
		const acceptedAt = Date.now();
		const workflowData = [[{ json: { ...event.body, dedupe_key: event.dedupeKey }, acceptedAt }]];
		// A test is repeated on purpose, and must not make production ignore the event.
		if (options.ignoreDuplicates === false || context.getMode() === 'manual') return { workflowData };
		return (await claim(context, event.dedupeKey, acceptedAt)) ?? { workflowData };
	} catch (error) {
		context.logger.error('Handwritten Letters Trigger could not check a delivery', { error });
		return answer(context, 503, { error: 'unavailable' });
	}
}

/** Undefined when n8n has no body to give: multipart, or a sender that broke off. */
async function readRawBody(context: IWebhookFunctions): Promise<Buffer | undefined> {
	const request = context.getRequestObject();
	try {
		if (!Buffer.isBuffer(request.rawBody)) await request.readRawBody();
	} catch {
		return undefined;
	}
	return Buffer.isBuffer(request.rawBody) ? request.rawBody : undefined;
}

async function verify(context: IWebhookFunctions, rawBody: Buffer, options: Options): Promise<Verdict> {
	const { rawHeaders } = context.getRequestObject();
	const check = (secrets: Secrets): Verdict =>
		verifySignature(
			{ rawHeaders, rawBody },
			{ ...acceptedSecrets(secrets), toleranceSeconds: options.tolerance ?? 300, now: Date.now() },
		);
	const name = nameOfSecrets(context);
	const recent = readings.recent(name);
	const verdict = recent && check(recent);
	if (verdict?.genuine) return verdict;
	return check(await readings.fresh(name, () => context.getCredentials<Secrets>(CREDENTIAL)));
}

const readings = new Readings<Secrets>();

/** Of one node alone: what a credential resolves to may depend on the workflow. */
function nameOfSecrets(context: IWebhookFunctions): string {
	const { id, credentials } = context.getNode();
	return [context.getWorkflow().id, id, credentials?.[CREDENTIAL]?.id].join('/');
}

/** Undefined when the event is this delivery's to start; otherwise the delivery is answered. */
async function claim(
	context: IWebhookFunctions,
	dedupeKey: string,
	acceptedAt: number,
): Promise<IWebhookResponseData | undefined> {
	const deliveries = deliveriesOf(context.getWorkflow().id, context.getNode().id);
	const staticData = context.getWorkflowStaticData('node');
	deliveries.takeOver(staticData.deliveries, acceptedAt);
	for (;;) {
		const sighting = deliveries.see(dedupeKey, acceptedAt);
		if (sighting.kind === 'new') break;
		const stored =
			sighting.kind === 'duplicate' || (await within(TWIN_WAIT_MS, sighting.stored, undefined));
		if (stored === undefined) return answer(context, 503, { error: 'undecided' });
		if (stored) return answer(context, 200, { received: true, duplicate: true });
	}
	decideOnAnswer(context, deliveries, dedupeKey);
	writeDown(staticData, deliveries.writing(dedupeKey));
	return undefined;
}

/**
 * n8n writes static data that has changed. But when it starts an execution it wraps the same object
 * again, which makes it forget the change (seen in 2.40.7), so the change is made once more: after
 * that, and long before n8n has stored the execution and looks.
 */
function writeDown(staticData: IDataObject, records: { toJSON: () => unknown }): void {
	staticData.deliveries = records;
	void sleep(0).then(() => {
		staticData.deliveries = records;
	});
}

/**
 * n8n answers 2xx once it has stored the execution. `end` is watched, not the event `finish`, which
 * does not come when the sender has hung up.
 */
function decideOnAnswer(context: IWebhookFunctions, deliveries: Deliveries, dedupeKey: string): void {
	const response = context.getResponseObject();
	const end = response.end.bind(response) as (...content: unknown[]) => typeof response;
	response.end = (...content: unknown[]) => {
		deliveries.decide(dedupeKey, response.statusCode < 300, Date.now());
		return end(...content);
	};
}

function answer(context: IWebhookFunctions, status: number, body: IDataObject): IWebhookResponseData {
	context.getResponseObject().status(status).json(body);
	return { noWebhookResponse: true };
}
