import { readShared } from '../../nodes/HandwrittenLettersTrigger/sharedReading';

/** A source whose readings end when told, and give what it held when they began. */
function source(name: string) {
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
	const ask = () => readShared(name, read);
	const begun = async (count: number) => {
		while (ends.length < count) await new Promise((resolve) => setImmediate(resolve));
	};
	return { ends, held, ask, begun };
}

it('reads once more for all who come during a reading', async () => {
	const { ends, ask, begun } = source('many');
	const first = ask();
	const others = [ask(), ask(), ask()];
	ends[0]?.();
	await begun(2);
	ends[1]?.();
	expect(await Promise.all([first, ...others])).toHaveLength(4);
	expect(ends).toHaveLength(2);
});

it('gives nobody what was read before they asked', async () => {
	const { ends, held, ask, begun } = source('changed');
	const before = ask();
	held.value = 'second';
	const after = ask();
	ends[0]?.();
	await begun(2);
	ends[1]?.();
	expect(await Promise.all([before, after])).toEqual(['first', 'second']);
});

it('reads anew when nobody waits', async () => {
	const { ends, held, ask } = source('later');
	const before = ask();
	ends[0]?.();
	await before;
	held.value = 'second';
	const after = ask();
	ends[1]?.();
	expect(await after).toBe('second');
});

it('goes on after a reading that failed', async () => {
	const { ends, ask, begun } = source('failing');
	const failing = ask();
	const next = ask();
	ends[0]?.(new Error('no database'));
	await expect(failing).rejects.toThrow('no database');
	await begun(2);
	ends[1]?.();
	expect(await next).toBe('first');
});

it('keeps what different names read apart', async () => {
	const one = source('one');
	const other = source('other');
	const answers = [one.ask(), other.ask()];
	one.ends[0]?.();
	other.ends[0]?.();
	await Promise.all(answers);
	expect([one.ends, other.ends].map(({ length }) => length)).toEqual([1, 1]);
});
