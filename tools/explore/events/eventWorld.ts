/**
 * The way of one event through n8n, with the trigger's own code: the service delivers it as often as
 * it likes, n8n may fail, drop, be killed or take another version of the package at any moment.
 */
import { passOn } from '../../../nodes/HandwrittenLettersTrigger/passOn';
import { claimDelivery, PATIENCE_MS, SeenEvents } from '../../../nodes/HandwrittenLettersTrigger/seenEvents';
import { watchAnswer } from '../../../nodes/HandwrittenLettersTrigger/watchAnswer';
import type { World } from '../explore';
import { goBy } from '../virtualTime';
import type { Budget, Course, Process } from './course';
import { courseInWords, NO_BUDGET } from './course';
import { EventClock, microtasks } from './eventClock';
import { Answer, executionContext, StaticData, webhookContext } from './n8nProcess';
import { brokenRule } from './rules';
import { inWords } from './stateInWords';

const KEY = 'ab'.repeat(32);

/** What may happen next, and what it does. */
type Moves = Map<string, () => unknown>;

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
		this.startProcesses();
		if (this.left.queue) this.circumstances.add('two processes receive');
	}

	steps(): string[] {
		return [...this.moves().keys()];
	}

	async take(step: string): Promise<void> {
		goBy(this.clock);
		await this.moves().get(step)?.();
		await microtasks();
	}

	/** `evidence.ts` names the test that shows that n8n does so. */
	private moves(): Moves {
		const { left, courses, clock } = this;
		const moves: Moves = new Map();
		const when = (can: unknown, step: string, take: () => unknown): void => {
			if (can) moves.set(step, take);
		};
		if (!this.runner.alive) return moves.set('restart', () => this.startProcesses());
		when(left.deliveries > 0, 'deliver', () => this.deliver(0));
		when(left.deliveries > 0 && left.queue, 'deliver elsewhere', () => this.deliver(-1));
		courses.forEach((course, index) => {
			this.movesOf(course, (can, what, take) => when(can, `${what} ${index}`, take));
		});
		when(courses.length > 0 && left.kills > 0, 'kill', () => this.kill());
		when(courses.length > 0 && left.updates > 0, 'update', () => this.update());
		const isWaiting = courses.some(({ answer }) => answer.sent === undefined);
		when(left.waits > 0 && isWaiting, 'wait', () => {
			left.waits -= 1;
			clock.pass(PATIENCE_MS);
		});
		return moves;
	}

	/** n8n's own steps with a delivery and its execution. */
	private movesOf(course: Course, when: (can: unknown, what: string, take: () => unknown) => void): void {
		const { left } = this;
		const { webhook, execution, process, response } = course;
		const isStored = execution === 'stored';
		when(webhook === 'claimed', 'store', () => {
			course.webhook = 'stored';
			course.execution = 'stored';
			course.executionCopy = new StaticData(this.staticData);
		});
		when(webhook === 'claimed' && left.errors, 'fail', () => {
			left.errors -= 1;
			this.refuse(course);
		});
		if (webhook === 'stored' && response) {
			const { kind, isWritten, isAnswered } = response;
			const mayWrite = !isWritten && (kind === 'JSON' || isAnswered);
			when(mayWrite, 'write', () => {
				response.isWritten = true;
				this.staticData = course.copy.serialise() ?? this.staticData;
			});
			when(mayWrite && left.unwritten, 'cannot write', () => {
				response.isWritten = true;
				left.unwritten -= 1;
				this.circumstances.add('a record was not written');
			});
			when(!isAnswered && (kind === 'bytes' || isWritten), 'answer', () => {
				response.isAnswered = true;
				course.answer.status(200).end('{}');
			});
		}
		when(isStored && process.alive, 'begin', () => this.run(course, 'begin'));
		when(isStored && process.alive && left.drops, 'drop', () => {
			left.drops -= 1;
			course.execution = 'dropped';
			this.refuse(course);
		});
		when(execution === 'working', 'end', () => {
			this.staticData = course.executionCopy?.serialise() ?? this.staticData;
			course.execution = 'ended';
		});
		when(isStored && !process.alive, 'recover', () => this.run(course, 'recover'));
	}

	private refuse(course: Course): void {
		course.webhook = 'over';
		course.answer.status(500).end('{}');
	}

	/** @param to which of the processes that receive */
	private deliver(to: 0 | -1): void {
		const process = this.receivers.at(to) as Process;
		this.left.deliveries -= 1;
		if (this.courses.some(({ response }) => response?.isAnswered && !response.isWritten))
			this.circumstances.add('a repeat came before the record was written');
		const copy = new StaticData(this.staticData);
		const answer = new Answer((status) => {
			if (process.alive && status < 300) this.isAcknowledged = true;
		});
		const course: Course = { process, webhook: 'claimed', execution: 'none', answer, copy };
		this.courses.push(course);
		const context = webhookContext(copy, answer);
		const claim = claimDelivery(context, process.memory, KEY);
		if (claim.kind !== 'new') {
			course.webhook = 'over';
			answer.status(claim.kind === 'duplicate' ? 200 : 503).end('{}');
			return;
		}
		this.hasRepeated ||= this.isAcknowledged;
		watchAnswer(context, claim.answered);
		copy.wrapAgain();
	}

	/** Its execution begins here; one that n8n has stored, in a process that gives no static data. */
	private async run(course: Course, how: 'begin' | 'recover'): Promise<void> {
		if (how === 'recover') this.circumstances.add('n8n ran a stored execution after a restart');
		else if (!this.left.queue && course.process !== this.runner)
			this.circumstances.add('an execution began after an update');
		const copy =
			how === 'recover' || this.left.queue ? new StaticData('{}') : (course.executionCopy as StaticData);
		course.executionCopy = copy;
		course.process = this.runner;
		course.execution = 'working';
		const context = executionContext(copy, { json: { dedupe_key: KEY } }, ({ body }) => {
			const kind = Buffer.isBuffer(body) ? 'bytes' : 'JSON';
			course.response = { kind, isWritten: false, isAnswered: false };
			// n8n does so before it has written static data.
			if (kind === 'JSON') course.answer.end();
		});
		const outputs = await passOn(context, this.runner.memory);
		this.effects += outputs.flat().length;
	}

	private kill(): void {
		this.left.kills -= 1;
		this.forget();
		for (const process of [...this.receivers, this.runner]) process.alive = false;
		// n8n starts again in seconds: what is accepted then is accepted later.
		this.clock.pass(5_000);
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
		this.startProcesses();
	}

	/** Whatever n8n remembers from now on is what it has written. */
	private forget(): void {
		this.circumstances.add('n8n forgot');
		if (this.courses.some(({ execution }) => execution === 'working'))
			this.circumstances.add('n8n forgot during an execution');
	}

	/** In one process, it is the same that receives and runs; in queue mode, those that receive run none. */
	private startProcesses(): void {
		const { queue } = this.left;
		this.receivers = Array.from({ length: queue ? 2 : 1 }, () => this.newProcess());
		this.runner = queue ? this.newProcess() : (this.receivers[0] as Process);
	}

	private newProcess(): Process {
		return { alive: true, memory: new SeenEvents(undefined, this.clock.now) };
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
			this.clock.now(),
		]);
	}

	broken(): string | undefined {
		return brokenRule(this, this.courses, this.circumstances);
	}
}
