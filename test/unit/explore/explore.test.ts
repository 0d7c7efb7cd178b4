/** The explorer itself, on models whose end is known. */
import type { World } from '../../../tools/explore/explore';
import { explore, describe as inWords, replay } from '../../../tools/explore/explore';

/** Two counters up to `most`; they may not both be at `bad`. */
function counters(most: number, bad = Infinity): () => World<'a' | 'b'> {
	return () => {
		const at = { a: 0, b: 0 };
		return {
			steps: () => (['a', 'b'] as const).filter((name) => at[name] < most),
			take: (name) => {
				at[name] += 1;
			},
			state: () => `${at.a} ${at.b}`,
			broken: () => (at.a === bad && at.b === bad ? 'both are bad' : undefined),
		};
	};
}

it('reaches every state, once', async () => {
	const found = await explore(counters(3), { states: 100 });
	expect(found).toMatchObject({ states: 16, depth: 6, transitions: 24, closed: true, counterexamples: [] });
	expect(inWords('Counters', { ...found, seconds: 0 })).toBe('Counters: 16 states (all), depth 6, 0.0 s');
});

it('finds a shortest trace to a broken rule, and goes on elsewhere', async () => {
	const found = await explore(counters(3, 1), { states: 100 });
	const [{ trace } = { trace: [] }, ...others] = found.counterexamples;
	expect(trace).toHaveLength(2);
	expect(others).toEqual([]);
	expect(found.states).toBe(16);
	expect((await replay(counters(3, 1), trace)).broken()).toBe('both are bad');
	expect((await explore(counters(3, 1), { states: 100, until: () => true })).states).toBeLessThan(16);
});

it('says that its bounds have left something out', async () => {
	expect(await explore(counters(3), { states: 5 })).toMatchObject({ closed: false });
	expect(await explore(counters(3), { states: 100, depth: 2 })).toMatchObject({ states: 6, closed: false });
	expect(await explore(counters(1), { states: 100, depth: 2 })).toMatchObject({ closed: true });
});

it('takes no trace that the model does not allow', async () => {
	await expect(replay(counters(1), ['a', 'a'])).rejects.toThrow('"a" cannot happen here');
});
