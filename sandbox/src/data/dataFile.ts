/** Keeps a sandbox's state in a file: reads it at the start, then records every change. */
import type { Services } from '../services';
import type { Database } from './database';
import { closeDatabase, explained, openDatabase } from './database';
import type { Tables } from './fileRecorder';
import { FileRecorder } from './fileRecorder';
import { batchOfRow, cardOfRow, deliveryOfRow } from './rows';
import type { RunTimeSettings, SavedSettings, StartOptions } from './savedSettings';
import { settingsAfterStart } from './savedSettings';
import { Table } from './table';

export interface DataFile {
	/** Lets restored letters move and restored deliveries leave. */
	resume: () => void;
	close: () => Promise<void>;
}

function runTimeSettings({ clock, faults, cards, rateLimiter, webhooks }: Services): RunTimeSettings {
	return {
		clockOffsetSeconds: clock.offsetSeconds(),
		speed: cards.speed,
		speedSince: cards.speedSince,
		limits: rateLimiter.settings,
		webhook: webhooks.current,
		faults: faults.rulesInForce,
	};
}

function restoreSettings(services: Services, options: StartOptions, saved: SavedSettings): RunTimeSettings {
	const settings = settingsAfterStart(saved, options, runTimeSettings(services));
	services.clock.advance(settings.clockOffsetSeconds);
	services.rateLimiter.configure(settings.limits);
	services.webhooks.restoreSettings(settings.webhook);
	services.faults.configure(settings.faults);
	return settings;
}

/** Gives the settings, if there are any yet. */
function restore(
	tables: Tables,
	{ store, webhooks }: Services,
	recorder: FileRecorder,
): SavedSettings | null {
	for (const row of tables.cards.all()) store.restoreCard(cardOfRow(row));
	for (const row of tables.batches.all()) store.restoreBatch(batchOfRow(row));
	for (const row of tables.deliveries.all()) {
		const delivery = deliveryOfRow(row);
		recorder.knowDelivery(delivery, row.number);
		webhooks.restore(delivery);
	}
	const [settings] = [...tables.settings.all()];
	if (settings === undefined) return null;
	recorder.knowSettings();
	return JSON.parse(settings.state) as SavedSettings;
}

function start(file: string, database: Database, services: Services, options: StartOptions): DataFile {
	const table = (name: keyof Tables) => new Table(file, database, name);
	const tables: Tables = {
		cards: table('cards'),
		batches: table('batches'),
		deliveries: table('deliveries'),
		settings: table('settings'),
	};
	const { cards, changes, webhooks } = services;
	const settingsNow = (): SavedSettings => ({ options, ...runTimeSettings(services) });
	const recorder = new FileRecorder(file, database, tables, settingsNow);
	const saved = restore(tables, services, recorder);
	const before = saved ?? { speed: cards.speed, speedSince: cards.speedSince };
	const speed = saved === null ? cards.speed : restoreSettings(services, options, saved).speed;
	recorder.saveStart();
	changes.recordWith(recorder);
	return {
		resume() {
			cards.resume(before, speed);
			webhooks.resume();
		},
		close: () => recorder.close(),
	};
}

/** Throws a DataFileError that says why the file cannot be used. */
export async function openDataFile(
	given: string,
	services: Services,
	options: StartOptions,
): Promise<DataFile> {
	const { file, database } = await openDatabase(given);
	try {
		return start(file, database, services, options);
	} catch (error) {
		closeDatabase(database);
		throw explained(file, error);
	}
}
