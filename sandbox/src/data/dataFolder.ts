/** Keeps a sandbox's state in a folder: reads it at the start, then records every change. */
import type { Speed } from '../cards/speed';
import type { Services } from '../services';
import type { StoredBatch } from '../state/card';
import type { Delivery } from '../state/delivery';
import type { Rows } from './dataStore';
import { DataFolderError, DataStore } from './dataStore';
import type { CardRow } from './folderRecorder';
import { FolderRecorder, SETTINGS } from './folderRecorder';
import type { RunTimeSettings, SavedSettings, StartOptions } from './savedSettings';
import { settingsAfterStart } from './savedSettings';

export interface DataFolder {
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

/** What the recorder and the letters' steps need of what was found. */
interface Found {
	readonly rows: Rows;
	/** Null in a new folder. */
	readonly settings: { readonly saved: SavedSettings; readonly speed: Speed } | null;
}

function restore(rows: Rows, services: Services, options: StartOptions): Found {
	const { store, webhooks } = services;
	for (const [key, row] of rows) {
		if (key.startsWith('card ')) store.restoreCard((row as CardRow).stored, (row as CardRow).order);
		else if (key.startsWith('batch ')) store.restoreBatch(row as StoredBatch);
		else if (key.startsWith('delivery ')) webhooks.restore(row as Delivery);
	}
	const saved = rows.get(SETTINGS) as SavedSettings | undefined;
	if (saved === undefined) return { rows, settings: null };
	return { rows, settings: { saved, speed: restoreSettings(services, options, saved).speed } };
}

/** Throws a DataFolderError that says why the folder cannot be used. */
export async function openDataFolder(
	given: string,
	services: Services,
	options: StartOptions,
): Promise<DataFolder> {
	const { cards, changes, store, webhooks } = services;
	const { data, found } = await DataStore.open(given, (rows) => restore(rows, services, options));
	const settingsNow = (): SavedSettings => ({ options, ...runTimeSettings(services) });
	const recorder = new FolderRecorder(data, found.rows, (stored) => store.textOf(stored), settingsNow);
	recorder.settings();
	if (!(await recorder.saved())) {
		await data.close();
		throw new DataFolderError(`${data.folder} cannot be written`);
	}
	changes.recordWith(recorder);
	const { settings } = found;
	return {
		resume() {
			cards.resume(settings?.saved ?? cards, settings?.speed ?? cards.speed);
			webhooks.resume();
		},
		close: () => recorder.close(),
	};
}
