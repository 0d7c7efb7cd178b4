/** Waits until a letter has come as far as asked, or until a webhook has arrived. */
import { CARD_EVENTS, CARD_STATUSES } from '../contract';
import type { CardStatus, Delivery, Letter, WaitCondition } from '../library/types';
import type { ControlClient } from './controlClient';
import { ClientError } from './controlClient';

export const DEFAULT_WAIT_MS = 10_000;
const PAUSE_MS = 25;

function hasReached({ status }: Letter, wanted: CardStatus): boolean {
	if (status === 'returned' && wanted === 'delivered') return false;
	return CARD_STATUSES.indexOf(status) >= CARD_STATUSES.indexOf(wanted);
}

/** Letters stay there for good. */
const FINAL: readonly CardStatus[] = ['delivered', 'returned'];

/** Null once the condition holds, else what is there instead. Throws where it can hold no more. */
async function missing(
	client: ControlClient,
	letter: Letter,
	condition: WaitCondition,
): Promise<string | null> {
	if ('status' in condition) {
		if (hasReached(letter, condition.status)) return null;
		if (!FINAL.includes(letter.status)) return `it is ${letter.status}`;
		throw new ClientError(
			`Letter ${letter.id} will never be ${condition.status}: it is ${letter.status}, for good.`,
		);
	}
	const { receiver } = condition;
	const deliveries = await client.deliveries({ card: letter.id, receiver });
	const answered = deliveries.filter(({ status }) => status === 'delivered').map(({ event }) => event);
	const isThere =
		'delivered' in condition
			? answered.includes(condition.delivered)
			: answered.length >= condition.deliveries;
	if (isThere) return null;
	const accepted = `${receiver ?? 'the receiver'} has accepted ${answered.join(', ') || 'no event'}`;
	return accepted + (await causeOf(client, deliveries));
}

/** Why the receiver has accepted no more, as far as the sandbox knows. */
async function causeOf(client: ControlClient, deliveries: readonly Delivery[]): Promise<string> {
	if (deliveries.length === 0) {
		const receivers = await client.receivers();
		return receivers.some(({ url }) => url !== null) ? '' : ': no receiver has a URL, so set webhookUrl';
	}
	const failed = deliveries.filter(({ status }) => status !== 'delivered');
	const last = failed.flatMap(({ attempts }) => attempts).at(-1);
	if (last === undefined) return '';
	return `: ${last.url} answered ${last.status === null ? `nothing (${last.error ?? ''})` : String(last.status)}`;
}

function wish(condition: WaitCondition): string {
	if ('status' in condition) return `to be ${condition.status}`;
	if ('delivered' in condition) return `for its ${condition.delivered} to be received`;
	return `for ${String(condition.deliveries)} of its events to be received`;
}

const isOneOf = (names: readonly string[], value: unknown) => names.includes(String(value));

/** For whoever calls without types: a condition that can never hold must not wait. */
function refuseOdd(condition: Partial<Record<string, unknown>>): void {
	const { card, status, delivered, deliveries } = condition;
	const given = ['status', 'delivered', 'deliveries'].filter((name) => condition[name] !== undefined);
	let fault: string | undefined;
	if (typeof card !== 'string') fault = "needs card: a letter's id or external_id";
	else if (given.length !== 1) fault = 'needs one of status, delivered and deliveries';
	else if (status !== undefined && !isOneOf(CARD_STATUSES, status)) {
		fault = `status must be one of ${CARD_STATUSES.join(', ')}`;
	} else if (delivered !== undefined && !isOneOf(CARD_EVENTS, delivered)) {
		fault = `delivered must be one of ${CARD_EVENTS.join(', ')}`;
	} else if (deliveries !== undefined && !Number.isInteger(deliveries)) {
		fault = 'deliveries must be a whole number';
	}
	if (fault !== undefined) throw new ClientError(`waitFor: ${fault}`);
}

export async function waitFor(client: ControlClient, condition: WaitCondition): Promise<Letter> {
	refuseOdd({ ...condition });
	const { card, timeoutMs = DEFAULT_WAIT_MS } = condition;
	const deadline = performance.now() + timeoutMs;
	for (;;) {
		const letter = await client.find(card);
		const lack = letter === undefined ? 'there is no such letter' : await missing(client, letter, condition);
		if (letter !== undefined && lack === null) return letter;
		if (performance.now() > deadline) {
			const seconds = String(timeoutMs / 1000);
			throw new ClientError(`Waited ${seconds} s for letter ${card} ${wish(condition)}, but ${lack ?? ''}.`);
		}
		// Not by node:timers/promises, where test runners put timers that stand still.
		await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
	}
}

/** Until a sandbox that is being started answers; throws why it does not. */
export async function untilReady(
	client: ControlClient,
	seconds = DEFAULT_WAIT_MS / 1000,
): Promise<{ ready: true }> {
	const deadline = performance.now() + seconds * 1000;
	for (;;) {
		try {
			return await client.ready();
		} catch (error) {
			const isAnswered = !(error instanceof ClientError) || error.status !== null;
			if (isAnswered || performance.now() > deadline) throw error;
		}
		await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
	}
}
