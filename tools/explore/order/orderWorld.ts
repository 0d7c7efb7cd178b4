/**
 * Orders letters by the node as it is, between a letter service and an n8n that do what they may. Each
 * event is named in `evidence.ts`, with the test that shows it.
 */
import type { World } from '../explore';
import { goBy } from '../virtualTime';
import { Course } from './course';
import { INVENTED } from './executions';
import type { Answer } from './letterService';
import type { Scenario } from './scenario';

export class OrderWorld implements World {
	private readonly course: Course;

	constructor(private readonly scenario: Scenario) {
		this.course = new Course(scenario);
	}

	steps(): string[] {
		const { phase, left } = this.course;
		const cancel = left.cancels > 0 ? ['somebody cancels it'] : [];
		if (phase === 'new') return ['n8n runs it', ...this.kills('before')];
		if (phase === 'sending') return [...this.answers(), ...cancel, ...this.kills('in')];
		if (phase === 'ended') return [...this.afterTheEnd(), ...this.kills('after')];
		return this.atRest();
	}

	async take(step: string): Promise<void> {
		const { course } = this;
		goBy(course.clock);
		const [what = '', how = ''] = step.split(': ');
		const [, level] = /^the caller at level (\d)/.exec(what) ?? [];
		const [, recovered] = /whose recovery has it as (\w+)/.exec(what) ?? [];
		if (what.startsWith('request ')) await course.answer(Number(what.slice(8)) - 1, how as Answer);
		else if (what.startsWith('n8n is killed')) course.kill(recovered as keyof typeof INVENTED | undefined);
		else if (level !== undefined) await course.callAgain(Number(level), what.endsWith('item'));
		else if (what.startsWith('Retry execution')) await course.retry(what.endsWith('message'));
		else if (what === 'n8n runs it') await course.runNode();
		else if (what === 'Retry On Fail runs the node again') {
			course.left.tries -= 1;
			await course.runNode();
		} else if (what === 'the loop leads back what failed') await course.loop();
		else if (what === 'it is ordered again') await course.repeat();
		else if (what === 'another workflow orders it') await course.repeat('elsewhere');
		else if (what === 'somebody cancels it') await course.abort();
		else course.store();
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

	private answers(): string[] {
		const { service, left } = this.course;
		return service.pending.flatMap((pending, index) =>
			this.scenario.answers
				.filter((how) => how === 'creates' || left.trouble > 0)
				.filter((how) => service.allows(how, pending))
				.map((how) => `request ${index + 1}: ${how}`),
		);
	}

	private kills(where: 'before' | 'in' | 'after'): string[] {
		const { callers = 0, agent } = this.scenario;
		if (this.course.left.kills === 0) return [];
		const plain = `n8n is killed ${where} the node`;
		// The recovery invents runs of what began: of a called execution, nothing is retried.
		if (where === 'before' || callers > 0 || agent !== undefined) return [plain];
		return [plain, ...Object.keys(INVENTED).map((how) => `${plain}, whose recovery has it as ${how}`)];
	}

	private afterTheEnd(): string[] {
		const { left, hasFailed, failedItems } = this.course;
		const { callers = 0 } = this.scenario;
		const calls =
			hasFailed && left.calls > 0
				? Array.from({ length: callers }, (_none, level) => `the caller at level ${level} calls again`)
				: [];
		return [
			'n8n stores it',
			...(hasFailed && left.tries > 0 ? ['Retry On Fail runs the node again'] : []),
			...calls,
			...(left.changes > 0 ? calls.map((call) => `${call}, with another item`) : []),
			...(left.loops > 0 && failedItems.length > 0 ? ['the loop leads back what failed'] : []),
		];
	}

	private atRest(): string[] {
		const { phase, left } = this.course;
		const { agent } = this.scenario;
		const mayRetry = phase !== 'succeeded' && agent !== 'outside' && left.retries > 0;
		return [
			...(mayRetry ? ['Retry execution'] : []),
			...(mayRetry && left.edits > 0 ? ['Retry execution, with another message'] : []),
			...(left.repeats > 0 ? ['it is ordered again'] : []),
			...(left.repeats > 0 && this.scenario.keys ? ['another workflow orders it'] : []),
		];
	}
}
