/** When the data file's changes are committed: which calls share one write to the disk. */
import { setImmediate as turn } from 'node:timers/promises';

import { CommitPlan } from '../../../sandbox/src/data/commitPlan';

let commits: number;
let isWritable: boolean;
let plan: CommitPlan;

beforeEach(() => {
	// The end of the waiting is moved by hand; turns pass by themselves.
	jest.useFakeTimers({ doNotFake: ['setImmediate', 'performance'] });
	commits = 0;
	isWritable = true;
	plan = new CommitPlan(() => {
		commits += 1;
		return isWritable;
	});
});
afterEach(() => jest.useRealTimers());

const calls = (count: number): Array<Promise<boolean>> =>
	Array.from({ length: count }, () => {
		plan.add();
		return plan.wait() ?? Promise.reject(new Error('There was nothing to wait for'));
	});

it('commits a single call at the end of its turn, and not before', async () => {
	const [saved] = calls(1);
	expect([commits, plan.isEmpty]).toEqual([0, false]);
	expect(await saved).toBe(true);
	expect([commits, plan.isEmpty]).toEqual([1, true]);
	expect(plan.wait()).toBeNull();
});

it('waits for as many calls as shared the commit before', async () => {
	await Promise.all(calls(3));
	expect(commits).toBe(1);
	const early = calls(2);
	await turn();
	expect(commits).toBe(1);
	await Promise.all([...early, ...calls(1)]);
	expect(commits).toBe(2);
});

it('waits no longer than a moment, and not again for calls that did not come', async () => {
	await Promise.all(calls(3));
	const alone = calls(1);
	await turn();
	expect(commits).toBe(1);
	jest.advanceTimersByTime(2);
	expect(await Promise.all(alone)).toEqual([true]);
	await Promise.all(calls(1));
	expect(commits).toBe(3);
});

it('commits what nobody waits for', () => {
	plan.add();
	jest.advanceTimersByTime(2);
	expect([commits, plan.isEmpty]).toEqual([1, true]);
});

it('says that a commit failed', async () => {
	isWritable = false;
	expect(await Promise.all(calls(2))).toEqual([false, false]);
});
