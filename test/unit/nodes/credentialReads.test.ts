import { CredentialReads, RECENT_MS } from '../../../nodes/n8n/credentialReads';

/** A source whose readings end when told, and give what it held when they began. */
function source(readings = new CredentialReads<string>()) {
	const ends: Array<(failure?: Error) => void> = [];
	const held = { value: 'first' };
	const read = () => {
		const { value } = held;
		return new Promise<string>((resolve, reject) => {
			ends.push((failure) => {
				if (failure) reject(failure);
				else resolve(value);
			});
		});
	};
	const ask = () => readings.fresh('secret', read);
	const begun = async (count: number) => {
		while (ends.length < count) await new Promise((resolve) => setImmediate(resolve));
	};
	return { ends, held, ask, begun };
}

it('reads once more for all who come during a reading', async () => {
	const { ends, ask, begun } = source();
	const first = ask();
	await begun(1);
	const others = [ask(), ask(), ask()];
	ends[0]?.();
	await begun(2);
	ends[1]?.();
	expect(await Promise.all([first, ...others])).toHaveLength(4);
	expect(ends).toHaveLength(2);
});

it('never gives a value whose reading began before the question', async () => {
	const { ends, held, ask, begun } = source();
	const before = ask();
	await begun(1);
	held.value = 'second';
	const after = ask();
	ends[0]?.();
	await begun(2);
	ends[1]?.();
	expect(await Promise.all([before, after])).toEqual(['first', 'second']);
});

it('goes on after a reading that failed', async () => {
	const { ends, ask, begun } = source();
	const failing = ask();
	await begun(1);
	const next = ask();
	ends[0]?.(new Error('no database'));
	await expect(failing).rejects.toThrow('no database');
	await begun(2);
	ends[1]?.();
	expect(await next).toBe('first');
});

describe('the recent reading', () => {
	async function readAt(time: { now: number }) {
		const readings = new CredentialReads<string>(() => time.now);
		const { ends, ask, begun } = source(readings);
		expect(readings.recent('secret')).toBeUndefined();
		const answer = ask();
		await begun(1);
		// What counts is when it began: from then on a change could be missed.
		time.now += 300;
		ends[0]?.();
		await answer;
		return readings;
	}

	it.each([
		['is given for a second from its beginning', RECENT_MS - 1, 'first'],
		['is not given longer', RECENT_MS, undefined],
		['is not given when the clock was set back', -1, undefined],
	])('%s', async (_title, age, expected) => {
		const time = { now: 1_000_000 };
		const readings = await readAt(time);
		time.now = 1_000_000 + age;
		expect(readings.recent('secret')).toBe(expected);
		expect(readings.recent('other')).toBeUndefined();
	});
});

it('fails a reading that does not end, and reads again for those who came meanwhile', async () => {
	const { ends, ask, begun } = source(new CredentialReads<string>(undefined, 20));
	const stuck = expect(ask()).rejects.toThrow('took more than 20 ms');
	await begun(1);
	const after = ask();
	await begun(2);
	ends[1]?.();
	expect(await after).toBe('first');
	await stuck;
});
