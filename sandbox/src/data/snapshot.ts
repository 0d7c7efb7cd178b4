/**
 * All letters, batches, remembered keys and deliveries of a moment, with its clock and speed, as one
 * document. Its rows are those of the data file, so it is for the sandbox to read, not for people.
 */
import { createHash } from 'node:crypto';

import { z } from 'zod/v4';

import { ApiError } from '../api/errors';
import type { Services } from '../services';
import { speedSchema } from '../settings';
import { textOfOrder } from '../state/orderText';
import { isoTime } from '../time/clock';
import * as rows from './rows';
import type { Row } from './table';

/** Its version at the end. */
const FORMAT = 'handwritten-letters-sandbox-snapshot-1';

const rowSchema = z.tuple([z.number(), z.string(), z.string()]);

export const snapshotSchema = z.strictObject({
	format: z.literal(FORMAT, { error: 'is not a snapshot of this version of the sandbox' }),
	/** Of everything else, so that no snapshot is restored in part. */
	check: z.string(),
	now: z.iso.datetime(),
	speed: speedSchema,
	speed_since: z.iso.datetime(),
	cards: z.array(rowSchema),
	batches: z.array(rowSchema),
	deliveries: z.array(rowSchema),
});
type Snapshot = z.infer<typeof snapshotSchema>;

const written = ({ number, text, state }: Row): [number, string, string] => [number, text, state];
const read = ([number, text, state]: [number, string, string]): Row => ({ number, text, state });

function checkOf({
	now,
	speed,
	speed_since: since,
	cards,
	batches,
	deliveries,
}: Omit<Snapshot, 'check'>): string {
	const content = JSON.stringify([now, speed, since, cards, batches, deliveries]);
	return createHash('sha256').update(content).digest('hex');
}

export function takeSnapshot({ cards, clock, store, webhooks }: Services): Snapshot {
	const content = {
		format: FORMAT,
		now: isoTime(clock.now()),
		speed: cards.speed,
		speed_since: isoTime(cards.speedSince),
		cards: [...store.cards.values()].map((stored) =>
			written({
				...rows.rowOfNewCard(stored, textOfOrder(store.orderOf(stored))),
				state: rows.stateOfCard(stored),
			}),
		),
		batches: [...store.batches.values()].map((stored) => written(rows.rowOfBatch(stored))),
		deliveries: webhooks.list().map((delivery, i) => written(rows.rowOfDelivery(i + 1, delivery))),
	} as const;
	return { ...content, check: checkOf(content) };
}

/** After a reset. All in one turn, so that a data file holds all of it or nothing. */
export function restoreSnapshot(
	{ cards, changes, clock, store, webhooks }: Services,
	snapshot: Snapshot,
): void {
	clock.moveTo(Date.parse(snapshot.now));
	for (const row of snapshot.cards.map(read)) {
		const stored = rows.cardOfRow(row);
		store.restoreCard(stored);
		changes.newCard(stored, rows.orderOfRow(row.text));
		changes.card(stored);
	}
	for (const row of snapshot.batches.map(read)) {
		const stored = rows.batchOfRow(row);
		store.restoreBatch(stored);
		changes.newBatch(stored);
	}
	for (const row of snapshot.deliveries.map(read)) {
		const delivery = rows.deliveryOfRow(row);
		webhooks.restore(delivery);
		changes.restoredDelivery(delivery);
	}
	const { speed } = snapshot;
	cards.resume({ speed, speedSince: Date.parse(snapshot.speed_since) }, speed);
	changes.setting('clock');
	webhooks.resume();
}

export function refuseDamaged(snapshot: Snapshot): void {
	if (checkOf(snapshot) === snapshot.check) return;
	const message = 'The snapshot is damaged: its check does not match. Nothing was changed';
	throw new ApiError(422, 'damaged_snapshot', message);
}
