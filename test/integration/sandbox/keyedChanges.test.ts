/**
 * What holds for an operation that changes a letter under an Idempotency-Key, though the interface has
 * none yet: the same call takes effect once, wherever the letter is kept.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { StoredCard } from '../../../sandbox/src/cards/card';
import type { DataFile } from '../../../sandbox/src/data/dataFile';
import { openDataFile } from '../../../sandbox/src/data/dataFile';
import { startOptions } from '../../../sandbox/src/data/savedSettings';
import { restoreSnapshot, takeSnapshot } from '../../../sandbox/src/data/snapshot';
import type { Services } from '../../../sandbox/src/services';
import { createServices } from '../../../sandbox/src/services';
import { sandboxSettingsSchema } from '../../../sandbox/src/settings';
import { textOfOrder } from '../../../sandbox/src/state/orderText';
import { createClock } from '../../../sandbox/src/time/clock';
import { address } from './support';

const settings = sandboxSettingsSchema.parse({});
const letter = { to: address, message: 'Oi' };

function createSandbox(): Services {
	return createServices(settings, { clock: createClock(), rules: [], receivers: [] });
}

function order({ cards }: Services, accountId = 'acc_1'): StoredCard {
	const card = cards.prepare(letter, textOfOrder(letter), { accountId });
	cards.accept(card);
	return card.stored;
}

/** One step on: tells whether it was taken. */
function forward(
	{ cards, store }: Services,
	{ card: { id } }: StoredCard,
	{
		operation = 'forward',
		key = 'k',
		payload = null,
	}: { operation?: string; key?: string; payload?: unknown } = {},
): boolean {
	const stored = store.cards.get(id);
	if (stored === undefined) throw new Error(`There is no ${id}`);
	const { status } = stored.card;
	store.changeOnce(stored, { operation, key, payload }, () => {
		cards.advance(stored);
	});
	return stored.card.status !== status;
}

it('the same call changes the letter once', () => {
	const sandbox = createSandbox();
	const stored = order(sandbox);
	expect([forward(sandbox, stored), forward(sandbox, stored)]).toEqual([true, false]);
	expect(forward(sandbox, stored, { key: 'other' })).toBe(true);
	expect(forward(sandbox, stored, { key: 'other' })).toBe(false);
	expect(stored.card.status).toBe('posted');
});

it('a key belongs to one account and one operation', () => {
	const sandbox = createSandbox();
	const stored = order(sandbox);
	expect(forward(sandbox, stored)).toBe(true);
	expect(forward(sandbox, stored, { operation: 'hasten' })).toBe(true);
	expect(forward(sandbox, order(sandbox, 'acc_2'))).toBe(true);
});

it('a used key with another payload or for another letter is a conflict', () => {
	const sandbox = createSandbox();
	const stored = order(sandbox);
	forward(sandbox, stored, { payload: { by: 'air', to: 1 } });
	expect(forward(sandbox, stored, { payload: { to: 1, by: 'air' } })).toBe(false);
	expect(() => forward(sandbox, stored, { payload: { by: 'sea' } })).toThrow(/different payload/);
	expect(() => forward(sandbox, order(sandbox), { payload: { by: 'air', to: 1 } })).toThrow(
		/different payload/,
	);
});

it('a refused change leaves its key free', () => {
	const sandbox = createSandbox();
	const stored = order(sandbox);
	const call = { operation: 'forward', key: 'k', payload: null };
	const refuse = () => {
		throw new Error('Not now');
	};
	expect(() => {
		sandbox.store.changeOnce(stored, call, refuse);
	}).toThrow('Not now');
	expect(forward(sandbox, stored)).toBe(true);
});

it('a removed letter frees the keys of its changes, and so does a reset', () => {
	const sandbox = createSandbox();
	const removed = order(sandbox);
	forward(sandbox, removed);
	sandbox.store.removeCard(removed);
	expect(forward(sandbox, order(sandbox))).toBe(true);
	sandbox.store.clear();
	expect(forward(sandbox, order(sandbox))).toBe(true);
});

it('a snapshot holds the keys of changes', () => {
	const first = createSandbox();
	const stored = order(first);
	forward(first, stored);
	const second = createSandbox();
	restoreSnapshot(second, takeSnapshot(first));
	expect(forward(second, stored)).toBe(false);
	expect(forward(second, stored, { key: 'other' })).toBe(true);
});

describe('with a data file', () => {
	let folder: string;
	let file: DataFile | undefined;

	beforeEach(async () => {
		folder = await mkdtemp(path.join(tmpdir(), 'sandbox-changes-'));
	});
	afterEach(async () => {
		await file?.close();
		await rm(folder, { recursive: true });
	});

	async function restart(): Promise<Services> {
		await file?.close();
		const sandbox = createSandbox();
		file = await openDataFile(path.join(folder, 'letters.data'), sandbox, startOptions(settings, [], []));
		return sandbox;
	}

	it('keys of changes are kept over a restart', async () => {
		const first = await restart();
		const stored = order(first);
		forward(first, stored);
		forward(first, stored, { key: 'other' });
		const second = await restart();
		expect(forward(second, stored)).toBe(false);
		expect(forward(second, stored, { key: 'other' })).toBe(false);
		expect(forward(second, stored, { key: 'third' })).toBe(true);
		expect(() => forward(second, stored, { payload: { by: 'sea' } })).toThrow(/different payload/);
		const third = await restart();
		for (const key of ['k', 'other', 'third']) expect(forward(third, stored, { key })).toBe(false);
	});
});
