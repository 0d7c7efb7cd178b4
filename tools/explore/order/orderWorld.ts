/**
 * Orders letters by the node as it is, between a letter service and an n8n that do what they may. Each
 * event is named in `evidence.ts`, with the test that shows it.
 */
import type { World } from '../explore';
import { goBy } from '../virtualTime';
import { Course } from './course';
import type { Scenario } from './scenario';

/** What may happen next, and what it does. */
type Moves = Record<string, () => Promise<void> | void>;

export class OrderWorld implements World {
	private readonly course: Course;

	constructor(private readonly scenario: Scenario) {
		this.course = new Course(scenario);
	}

	steps(): string[] {
		return Object.keys(this.moves());
	}

	async take(step: string): Promise<void> {
		goBy(this.course.clock);
		await this.moves()[step]?.();
	}

	broken(): string | undefined {
		const { service, user, phase } = this.course;
		if (user.hasTwo) return 'an order has become two letters';
		if (phase === 'sending' && service.pending.length === 0) return 'the node never ends';
		return user.lie;
	}

	state(): string {
		return this.course.state();
	}

	private moves(): Moves {
		const { course } = this;
		const { phase, left } = course;
		if (phase === 'new') return { 'n8n runs it': () => course.runNode(), ...this.kills('before') };
		if (phase === 'ended') return { ...this.afterTheEnd(), ...this.kills('after') };
		if (phase !== 'sending') return this.atRest();
		const cancel = left.cancels > 0 && { 'somebody cancels it': () => course.abort() };
		return { ...this.answers(), ...cancel, ...this.kills('in') };
	}

	private answers(): Moves {
		const { course } = this;
		const { service, left } = course;
		const moves = service.pending.flatMap((pending, index) =>
			this.scenario.answers
				.filter((how) => how === 'creates' || left.trouble > 0)
				.filter((how) => service.allows(how, pending))
				.map((how) => [`request ${index + 1}: ${how}`, () => course.answer(index, how)]),
		);
		return Object.fromEntries(moves) as Moves;
	}

	private kills(where: 'before' | 'in' | 'after'): Moves {
		const { course } = this;
		const { callers = 0, agent } = this.scenario;
		if (course.left.kills === 0) return {};
		const plain = `n8n is killed ${where} the node`;
		const kill = { [plain]: () => course.kill() };
		// The recovery invents runs of what began: of a called execution, nothing is retried.
		if (where === 'before' || callers > 0 || agent !== undefined) return kill;
		return {
			...kill,
			[`${plain}, whose recovery has it as begun`]: () => course.kill('begun'),
			[`${plain}, whose recovery has it as ended`]: () => course.kill('ended'),
		};
	}

	private afterTheEnd(): Moves {
		const { course } = this;
		const { left, hasFailed, failedItems } = course;
		const callers = hasFailed && left.calls > 0 ? (this.scenario.callers ?? 0) : 0;
		const moves: Moves = { 'n8n stores it': () => course.store() };
		if (hasFailed && left.tries > 0) {
			moves['Retry On Fail runs the node again'] = () => {
				left.tries -= 1;
				return course.runNode();
			};
		}
		for (let level = 0; level < callers; level += 1) {
			const call = `the caller at level ${level} calls again`;
			moves[call] = () => course.callAgain(level, false);
			if (left.changes > 0) moves[`${call}, with another item`] = () => course.callAgain(level, true);
		}
		if (left.loops > 0 && failedItems.length > 0)
			moves['the loop leads back what failed'] = () => course.loop();
		return moves;
	}

	private atRest(): Moves {
		const { course } = this;
		const { phase, left } = course;
		const { keys } = this.scenario;
		const mayRetry = phase !== 'succeeded' && left.retries > 0;
		return {
			...(mayRetry && { 'Retry execution': () => course.retry(false) }),
			...(mayRetry &&
				left.edits > 0 && { 'Retry execution, with another message': () => course.retry(true) }),
			...(left.repeats > 0 && { 'it is ordered again': () => course.repeat() }),
			...(left.repeats > 0 && keys && { 'another workflow orders it': () => course.repeat('elsewhere') }),
		};
	}
}
