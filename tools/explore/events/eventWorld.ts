/**
 * The way of one event through n8n, with the trigger's own code: the service delivers it as often as
 * it likes, n8n may fail, drop, be killed or take another version of the package at any moment.
 */
import type { INodeExecutionData } from 'n8n-workflow';

import { claimDelivery } from '../../../nodes/HandwrittenLettersTrigger/duplicates/claimDelivery';
import { passOn, withBegin } from '../../../nodes/HandwrittenLettersTrigger/duplicates/passOn';
import { SeenEvents } from '../../../nodes/HandwrittenLettersTrigger/duplicates/seenEvents';
import type { World } from '../explore';
import { goBy } from '../virtualTime';
import type { Budget, Course, EventStep, Process } from './course';
import { courseInWords, NO_BUDGET, stepsOf } from './course';
import { EventClock, microtasks } from './eventClock';
import { Answer, executionContext, StaticData, webhookContext } from './n8nProcess';
import { brokenRule } from './rules';
import { inWords } from './stateInWords';

const KEY = 'ab'.repeat(32);

export class EventWorld implements World {
	private readonly clock = new EventClock();
	private readonly left: Required<Budget>;
	private readonly courses: Course[] = [];
	private receivers: Process[] = [];
	private runner!: Process;
	private staticData = '{}';
	effects = 0;
	isAcknowledged = false;
	hasRepeated = false;
	/** What has happened that a broken rule may need. */
	private readonly circumstances = new Set<string>();

	constructor(budget: Budget) {
		this.left = { ...NO_BUDGET, ...budget };
		this.startProcesses(this.left.hasRun);
		for (const { memory } of this.receivers) memory.doubtful = this.left.published;
		if (this.left.published) this.circumstances.add('after publishing or an error');
		if (this.left.queue) this.circumstances.add('two processes receive');
	}

	steps(): EventStep[] {
		const { left, courses } = this;
		if (!this.runner.alive) return ['restart'];
		const steps: EventStep[] = [];
		if (left.deliveries > 0) steps.push('deliver');
		if (left.deliveries > 0 && left.queue) steps.push('deliver elsewhere');
		courses.forEach((course, index) => steps.push(...stepsOf(course, index, left)));
		if (courses.length > 0 && left.kills > 0) steps.push('kill');
		if (courses.length > 0 && left.updates > 0) steps.push('update');
		if (left.waits > 0 && this.clock.sleeping > 0) steps.push('wait');
		return steps;
	}

	async take(step: string): Promise<void> {
		goBy(this.clock);
		const [what, index] = step.split(/ (?=\d)/);
		const course = this.courses[Number(index)];
		if (course) this.takeOf(course, what as string);
		else if (what === 'deliver' || what === 'deliver elsewhere')
			this.deliver(this.receivers.at(what === 'deliver' ? 0 : -1) as Process);
		else if (what === 'kill') this.kill();
		else if (what === 'restart') this.startProcesses(false);
		else if (what === 'update') this.update();
		else {
			this.left.waits -= 1;
			this.clock.wakeNext();
		}
		await microtasks();
	}

	/** n8n's own steps with a delivery and its execution. */
	private takeOf(course: Course, what: string): void {
		switch (what) {
			case 'store':
				course.webhook = 'stored';
				course.execution = 'stored';
				course.executionCopy = new StaticData(this.staticData);
				return;
			case 'fail':
			case 'stop':
				this.left.errors -= 1;
				course.webhook = 'over';
				this.circumstances.add('after publishing or an error');
				course.answer.status(500).end();
				return;
			case 'write':
				this.staticData = course.copy.serialise() ?? this.staticData;
				course.webhook = 'written';
				// It has taken their records out.
				for (const other of this.courses) other.isDoubtful ||= other.answer.sent === 503;
				course.isDoubtful = course.process.memory.doubtful;
				return;
			case 'cannot write':
				this.left.unwritten -= 1;
				this.circumstances.add('a record was not written');
				course.copy.serialise();
				course.webhook = 'written';
				return;
			case 'answer':
				course.webhook = 'over';
				course.answer.end();
				return;
			case 'end':
				this.staticData = course.executionCopy?.serialise() ?? this.staticData;
				course.execution = 'ended';
				return;
			case 'drop':
				this.left.drops -= 1;
				course.execution = 'dropped';
				return;
			default:
				this.run(course, what);
		}
	}

	private deliver(process: Process): void {
		this.left.deliveries -= 1;
		const copy = new StaticData(this.staticData);
		const answer = new Answer((status) => {
			if (process.alive && status < 300) this.isAcknowledged = true;
		});
		const course: Course = { process, webhook: 'asked', execution: 'none', answer, copy };
		this.courses.push(course);
		const context = webhookContext(copy, answer);
		const unbegun = (_waited: number, held: boolean): void => {
			course.isDisowned = !['stored', 'dropped'].includes(course.execution);
			this.circumstances.add('after publishing or an error');
			if (held) answer.status(503).end();
		};
		void claimDelivery(context, process.memory, KEY, true, unbegun).then((claim) => {
			if (!process.alive) return;
			if (claim.kind !== 'new') {
				course.webhook = 'over';
				answer.status(claim.kind === 'duplicate' ? 200 : 503).end();
				return;
			}
			this.hasRepeated ||= this.isAcknowledged;
			const { delivery } = claim;
			course.delivery = delivery;
			course.isWatched = delivery.begun !== undefined;
			course.item = withBegin({ json: { dedupe_key: KEY } }, delivery.begin);
			course.webhook = 'claimed';
			copy.wrapAgain();
			this.clock.wakeDue();
		});
	}

	/** Its execution begins here; one that n8n has stored, in a process that gives no static data. */
	private run(course: Course, how: string): void {
		if (how === 'recover') this.circumstances.add('n8n ran a stored execution after a restart');
		else if (!this.left.queue && course.process !== this.runner)
			this.circumstances.add('an execution began after an update');
		if (how === 'recover' || this.left.queue) {
			course.item = JSON.parse(JSON.stringify(course.item)) as INodeExecutionData;
			course.executionCopy = new StaticData('{}');
		}
		course.process = this.runner;
		course.execution = 'working';
		const { item, executionCopy } = course;
		if (!item || !executionCopy) throw new Error('It was not stored.');
		this.effects += passOn(executionContext(executionCopy, item), this.runner.memory).flat().length;
	}

	private kill(): void {
		this.left.kills -= 1;
		this.forget();
		for (const process of [...this.receivers, this.runner]) process.alive = false;
		// n8n starts again in seconds: what is accepted then is accepted later.
		this.clock.passWithoutWaking(5_000);
		for (const course of this.courses) {
			course.process.alive = false;
			course.webhook = 'over';
			if (course.execution === 'working') course.execution = 'crashed';
		}
	}

	/** Other code from now on; what is under way goes on in the old one, and executions begin in the new. */
	private update(): void {
		this.left.updates -= 1;
		this.circumstances.add('the package was updated');
		this.forget();
		this.startProcesses(false);
	}

	/** Whatever n8n remembers from now on is what it has written. */
	private forget(): void {
		this.circumstances.add('n8n forgot');
		if (this.courses.some(({ execution }) => execution === 'working'))
			this.circumstances.add('n8n forgot during an execution');
	}

	/** In one process, it is the same that receives and runs; in queue mode, those that receive run none. */
	private startProcesses(hasRun: boolean): void {
		const { queue } = this.left;
		this.receivers = Array.from({ length: queue ? 2 : 1 }, () => this.newProcess(hasRun && !queue));
		this.runner = queue ? this.newProcess(false) : (this.receivers[0] as Process);
	}

	private newProcess(runsExecutions: boolean): Process {
		const flags = { runsExecutions, answersFirst: true };
		return { alive: true, memory: new SeenEvents(undefined, this.clock.now, flags) };
	}

	state(): string {
		const courses = this.courses.map((course) => courseInWords(course, this.receivers));
		const { left, staticData, effects, isAcknowledged, circumstances, receivers, runner } = this;
		return JSON.stringify([
			courses,
			left,
			staticData,
			effects,
			isAcknowledged,
			this.hasRepeated,
			[...circumstances].sort(),
			[...receivers, runner].map(({ alive, memory }) => [alive, inWords(memory)]),
			this.clock.inWords(),
		]);
	}

	broken(): string | undefined {
		return brokenRule(this, this.courses, this.circumstances);
	}
}
