/** Keeps a sandbox's state in a file: reads it at the start, then records every change. */
import type { Batch } from '../../nodes/shared/contract';
import type { AcceptedCall } from '../idempotency';
import type { Parts } from '../parts';
import type { SandboxCard, Store } from '../store';
import { lockFile } from './lock';
import { DataFileError, fileBehind, LogFile } from './logFile';
import { countValues, FileRecorder, type SavedCall, type SavedChanges } from './recorder';
import { settingsAfterStart, type RunTimeSettings, type SavedSettings, type StartOptions } from './savedSettings';

export interface DataFile {
	/** Lets restored letters move and restored deliveries leave. */
	resume: () => void;
	close: () => Promise<void>;
}

const VALUES_PER_LINE = 1000;

function runTimeSettings({ clock, faults, letters, rateLimiter, webhooks }: Parts): RunTimeSettings {
	return {
		clockOffsetSeconds: clock.offsetSeconds(),
		speed: letters.speed,
		limits: rateLimiter.settings,
		webhook: webhooks.current,
		faults: faults.rulesInForce,
	};
}

function restoreCall({ acceptedCards, acceptedBatches, batches }: Store, saved: SavedCall): void {
	const { endpoint, scopedKey, call } = saved;
	if (endpoint === 'cards') {
		acceptedCards.restore(scopedKey, call as AcceptedCall<SandboxCard>);
	} else {
		const { answer } = call as AcceptedCall<Batch>;
		acceptedBatches.restore(scopedKey, call as AcceptedCall<Batch>);
		batches.set(answer.batch_id, answer);
	}
}

function restoreChanges({ store, webhooks }: Parts, saved: SavedChanges): void {
	if (saved.reset === true) {
		store.clear();
		webhooks.clear();
	}
	for (const stored of saved.cards ?? []) store.cards.set(stored.card.id, stored);
	for (const call of saved.calls ?? []) restoreCall(store, call);
	for (const delivery of saved.deliveries ?? []) webhooks.restore(delivery);
}

function* inLines<Name extends 'cards' | 'calls' | 'deliveries'>(
	name: Name,
	values: NonNullable<SavedChanges[Name]>,
): Generator<SavedChanges> {
	for (let from = 0; from < values.length; from += VALUES_PER_LINE) {
		yield { [name]: values.slice(from, from + VALUES_PER_LINE) };
	}
}

function savedCalls({ acceptedCards, acceptedBatches }: Store): SavedCall[] {
	return [
		...acceptedCards.list().map(([scopedKey, call]) => ({ endpoint: 'cards', scopedKey, call }) as const),
		...acceptedBatches.list().map(([scopedKey, call]) => ({ endpoint: 'batches', scopedKey, call }) as const),
	];
}

function sourceOf(parts: Parts, options: StartOptions) {
	const { store, webhooks } = parts;
	const settings = (): SavedSettings => ({ options, ...runTimeSettings(parts) });
	return {
		settings,
		size: () =>
			store.cards.size +
			store.acceptedCards.size +
			store.acceptedBatches.size +
			webhooks.keptCount,
		*everything(): Generator<SavedChanges> {
			const [cards, calls, deliveries] = [[...store.cards.values()], savedCalls(store), webhooks.list()];
			yield { settings: settings() };
			yield* inLines('cards', cards);
			yield* inLines('calls', calls);
			yield* inLines('deliveries', deliveries);
		},
	};
}

function restoreSettings(parts: Parts, options: StartOptions, saved: SavedSettings): RunTimeSettings {
	const settings = settingsAfterStart(saved, options, runTimeSettings(parts));
	parts.clock.advance(settings.clockOffsetSeconds);
	parts.rateLimiter.configure(settings.limits);
	parts.webhooks.restoreSettings(settings.webhook);
	parts.faults.configure(settings.faults);
	return settings;
}

/** Throws a DataFileError that says why the file cannot be used. */
export async function openDataFile(given: string, parts: Parts, options: StartOptions): Promise<DataFile> {
	const file = await fileBehind(given);
	const unlock = await lockFile(file);
	if (unlock === null) throw new DataFileError(`${file} is in use by another sandbox`);
	try {
		let saved: SavedSettings | undefined;
		let values = 0;
		const log = await LogFile.open(file, (line) => {
			// Written by this program: the first line says so, with the version of the form.
			const changes = line as SavedChanges;
			saved = changes.settings ?? saved;
			values += countValues(changes);
			restoreChanges(parts, changes);
		});
		const speedBefore = saved?.speed ?? parts.letters.speed;
		const speed = saved === undefined ? speedBefore : restoreSettings(parts, options, saved).speed;
		const recorder = new FileRecorder(log, sourceOf(parts, options), values);
		parts.changes.recordWith(recorder);
		recorder.settings();
		return {
			resume() {
				parts.letters.resume(speedBefore, speed);
				parts.webhooks.resume();
			},
			async close() {
				await recorder.close();
				await unlock();
			},
		};
	} catch (error) {
		await unlock();
		throw error;
	}
}
