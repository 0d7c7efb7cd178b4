/** Waits until a letter has come as far as asked, or until a webhook has arrived. */
import { setTimeout as sleep } from 'node:timers/promises';

import { CARD_STATUSES } from '../contract';
import type { CardStatus, Letter, WaitCondition } from '../library/types';
import type { ControlClient } from './controlClient';
import { ClientError } from './controlClient';

export const DEFAULT_WAIT_MS = 10_000;
const PAUSE_MS = 25;

function hasReached({ status }: Letter, wanted: CardStatus): boolean {
	if (status === 'returned' && wanted === 'delivered') return false;
	return CARD_STATUSES.indexOf(status) >= CARD_STATUSES.indexOf(wanted);
}

/** Null once the condition holds, else what is there instead. */
async function missing(
	client: ControlClient,
	letter: Letter,
	condition: WaitCondition,
): Promise<string | null> {
	if ('status' in condition) {
		return hasReached(letter, condition.status) ? null : `it is ${letter.status}`;
	}
	const { receiver } = condition;
	const deliveries = await client.deliveries({ card: letter.id, receiver });
	const answered = deliveries.filter(({ status }) => status === 'delivered').map(({ event }) => event);
	const isThere =
		'delivered' in condition
			? answered.includes(condition.delivered)
			: answered.length >= condition.deliveries;
	return isThere ? null : `${receiver ?? 'the receiver'} has accepted ${answered.join(', ') || 'no event'}`;
}

function wish(condition: WaitCondition): string {
	if ('status' in condition) return `to be ${condition.status}`;
	if ('delivered' in condition) return `for its ${condition.delivered} to be received`;
	return `for ${String(condition.deliveries)} of its events to be received`;
}

export async function waitFor(client: ControlClient, condition: WaitCondition): Promise<Letter> {
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
		await sleep(PAUSE_MS);
	}
}
