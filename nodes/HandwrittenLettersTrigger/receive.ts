/**
 * What happens to one delivery: checked, read, compared with those before, answered. Answers are
 * written here and not left to n8n, which would turn a refusal into 200.
 */
import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { CREDENTIAL } from '../n8n/account';
import { CredentialReads } from '../n8n/credentialReads';
import { logRejected, logRepeated, logUnbegun, logUnselected, logUntaken, logUnusable } from './deliveryLog';
import { selectedEvents, selectionFault } from './events';
import { parseEvent } from './parseEvent';
import type { TriggerOptions } from './properties';
import { withDefaults } from './properties';
import type { Secrets } from './secrets';
import { acceptedSecrets } from './secrets';
import type { Claim } from './seenEvents';
import { claimDelivery, seenEventsOf } from './seenEvents';
import type { SignatureCheck } from './verifySignature';
import { verifySignature } from './verifySignature';
import { watchAnswer } from './watchAnswer';

/** Must never throw: n8n would record an execution, and outside production show a stack trace to the sender. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		const rawBody = await readRawBody(context);
		const options = withDefaults(context.getNodeParameter('options', {}) as TriggerOptions);
		const verdict = rawBody
			? await verify(context, rawBody, options)
			: { genuine: false as const, reason: 'the body could not be read' };
		if (!rawBody || !verdict.genuine) {
			logRejected(context, verdict.genuine ? '' : verdict.reason);
			return answer(context, 401, { error: 'unauthorized' });
		}

		const event = parseEvent(rawBody, verdict.event);
		if (event.body === undefined) {
			logUnusable(context, event.reason);
			return answer(context, 400, { error: event.reason });
		}
		const { body, dedupeKey } = event;
		const events = context.getNodeParameter('events', []);
		const fault = selectionFault(events);
		if (fault !== undefined) {
			logUntaken(context, fault);
			return answer(context, 503, { error: 'unavailable' });
		}
		if (!selectedEvents(events).includes(body.event)) {
			logUnselected(context, body);
			return answer(context, 200, { received: true, ignored: true });
		}
		const json = { ...body, dedupe_key: dedupeKey };
		// A test is repeated on purpose, and must not make production ignore the event.
		if (context.getMode() === 'manual') return { workflowData: [[{ json }]] };
		const claim: Claim = options.ignoreDuplicates
			? claimDelivery(context, seenEventsOf(context), dedupeKey)
			: { kind: 'new', answered: () => undefined };
		switch (claim.kind) {
			case 'new':
				watchAnswer(context, (hasBegun) => {
					claim.answered(hasBegun);
					if (!hasBegun) logUnbegun(context, body);
				});
				return { workflowData: [[{ json }]] };
			case 'duplicate':
				logRepeated(context, body);
				return answer(context, 200, { received: true, duplicate: true });
			case 'undecided':
				return answer(context, 503, { error: 'undecided' });
		}
	} catch (error) {
		logUntaken(context, (error as Error).message);
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

async function verify(
	context: IWebhookFunctions,
	rawBody: Buffer,
	options: Required<TriggerOptions>,
): Promise<SignatureCheck> {
	const { rawHeaders } = context.getRequestObject();
	const check = (accepted: Accepted): SignatureCheck =>
		verifySignature(
			{ rawHeaders, rawBody },
			{ ...accepted, toleranceSeconds: options.tolerance, now: Date.now() },
		);
	const name = nameOfSecrets(context);
	const recent = readings.recent(name);
	const verdict = recent && check(recent);
	if (verdict?.genuine) return verdict;
	return check(
		await readings.fresh(name, async () =>
			acceptedSecrets(await context.getCredentials<Secrets>(CREDENTIAL)),
		),
	);
}

type Accepted = ReturnType<typeof acceptedSecrets>;
const readings = new CredentialReads<Accepted>();

/** Of one node alone: what a credential resolves to may depend on the workflow. */
function nameOfSecrets(context: IWebhookFunctions): string {
	const { id, credentials } = context.getNode();
	return [context.getWorkflow().id, id, credentials?.[CREDENTIAL]?.id].join('/');
}

function answer(context: IWebhookFunctions, status: number, body: IDataObject): IWebhookResponseData {
	context.getResponseObject().status(status).json(body);
	return { noWebhookResponse: true };
}
