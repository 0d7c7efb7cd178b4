/**
 * One reading for all who wait for it. n8n's default expression engine opens an isolate for every
 * reading of a credential, which costs more than all the rest of a forged delivery.
 *
 * Nobody gets what was read before they asked: whoever comes while a reading is under way shares
 * the next one. So a changed secret holds at once, however many deliveries are under way.
 */
interface Readings {
	running: Promise<unknown>;
	next?: Promise<unknown>;
}

const readings = new Map<string, Readings>();

/** @param name the same for all that would read the same. */
export async function readShared<T>(name: string, read: () => Promise<T>): Promise<T> {
	const current = readings.get(name);
	if (!current) return await start(name, read);
	current.next ??= current.running.then(() => start(name, read));
	return (await current.next) as T;
}

function start<T>(name: string, read: () => Promise<T>): Promise<T> {
	const reading = read();
	const own: Readings = { running: reading.catch(() => undefined) };
	readings.set(name, own);
	void own.running.then(() => {
		if (own.next === undefined) readings.delete(name);
	});
	return reading;
}
