/** Tasks at a sandbox time: their order, far ones, and what closing leaves. */
import { createClock } from '../../../sandbox/src/time/clock';
import { Scheduler } from '../../../sandbox/src/time/scheduler';
import { eventually } from '../../../tools/waiting';

const DAY_MS = 24 * 3600 * 1000;

function setUp() {
	const clock = createClock();
	const ran: string[] = [];
	const plan = (scheduler: Scheduler, name: string, inMs: number) => {
		scheduler.at(clock.now() + inMs, () => ran.push(name));
	};
	return { clock, ran, plan, scheduler: new Scheduler(clock) };
}

it('a moved clock runs only what became due, earliest first', async () => {
	const { clock, ran, plan, scheduler } = setUp();
	plan(scheduler, 'third', 3 * DAY_MS);
	plan(scheduler, 'second', 2 * DAY_MS);
	plan(scheduler, 'first', DAY_MS);
	clock.advance((2.5 * DAY_MS) / 1000);
	plan(scheduler, 'now', 0);
	await eventually(() => {
		expect(ran).toContain('now');
	});
	expect(ran).toEqual(['first', 'second', 'now']);
	scheduler.close();
});

it("a task beyond setTimeout's range waits instead of running at once", async () => {
	const { ran, plan, scheduler } = setUp();
	plan(scheduler, 'far', 60 * DAY_MS);
	plan(scheduler, 'soon', 20);
	await eventually(() => {
		expect(ran).toContain('soon');
	});
	expect(ran).toEqual(['soon']);
	scheduler.close();
});

it.each(['clear', 'close'] as const)('after %s no task runs any more', async (end) => {
	const { clock, ran, plan, scheduler } = setUp();
	const witness = new Scheduler(clock);
	plan(scheduler, 'forgotten', 10);
	plan(scheduler, 'forgotten later', DAY_MS);
	scheduler[end]();
	plan(witness, 'witness', 20);
	plan(witness, 'late witness', DAY_MS);
	await eventually(() => {
		expect(ran).toContain('witness');
	});
	clock.advance(DAY_MS / 1000);
	await eventually(() => {
		expect(ran).toContain('late witness');
	});
	expect(ran).toEqual(['witness', 'late witness']);
	scheduler.close();
	witness.close();
});

it('the clock does not move backwards', () => {
	const { clock, scheduler } = setUp();
	expect(() => {
		clock.advance(-1);
	}).toThrow('forward');
	scheduler.close();
});
