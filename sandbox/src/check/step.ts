/** One step of a check that orders, and what the steps share. */
import { randomUUID } from 'node:crypto';

import type { Address } from '../library/types';
import type { Findings } from './findings';
import type { Answer, Prober } from './prober';

export interface Scene {
	readonly prober: Prober;
	readonly findings: Findings;
	readonly to: Address;
	/** Of the accepted letter and the accepted batch, for the steps that repeat them. */
	readonly keys: { card: string; batch: string };
	first: { card?: Answer; batch?: Answer };
	readonly catalog: Catalog;
	/** When what is scheduled may leave. */
	readonly inAWeek: string;
}

/** The first of each list that the account may use. */
export interface Catalog {
	template?: string;
	style?: string;
}

export interface Step {
	readonly name: string;
	/** The order whose key it sends again, which tells nothing unless that order was accepted. */
	readonly repeats?: keyof Scene['keys'];
	readonly run: (scene: Scene) => Promise<void>;
}

export type Json = Record<string, unknown>;

export const MESSAGE = 'Sent by handwritten-letters-sandbox check.';
export const METADATA = { text: 'ção ✓', list: [1, 'two', null, { deep: true }], number: 1.5, empty: {} };
/** A letter that is right. */
export function letter({ to }: Scene, changes: Json = {}): Json {
	return { to, message: MESSAGE, external_id: 'check-1', metadata: METADATA, ...changes };
}

/** The order of a batch of one right letter. */
export const batchOf = (scene: Scene): Json => ({ cards: [letter(scene)], schedule_at: scene.inAWeek });

export function newScene(prober: Prober, findings: Findings, to: Address, catalog: Catalog): Scene {
	const inAWeek = new Date(Date.now() + 7 * 24 * 3600_000).toISOString().replace(/\.\d+Z$/, 'Z');
	const keys = { card: `check-${randomUUID()}`, batch: `check-${randomUUID()}` };
	return { prober, findings, to, keys, first: {}, catalog, inAWeek };
}
