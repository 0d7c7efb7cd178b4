/** The state of one course, and what each event does to it. `OrderWorld` says which may happen. */
import type { INodeExecutionData, ITaskData } from 'n8n-workflow';

import { DEFAULT_DEADLINE_MINUTES } from '../../../nodes/HandwrittenLetters/operations/options';
import { VirtualClock } from '../../virtualClock';
import { rest } from '../virtualTime';
import { agentRunOf, toolOf, withCallId } from './agentCalls';
import { Executions, INVENTED, REAL } from './executions';
import type { Answer } from './letterService';
import { LetterService, PAUSE_SECONDS } from './letterService';
import { Memory } from './memory';
import { runNode } from './nodeRun';
import type { Outcome } from './outcome';
import { failedItemsOf, readOutcome, textOf } from './outcome';
import type { Budget, Scenario } from './scenario';
import { itemsOf, NO_BUDGET, parametersOf } from './scenario';
import { User } from './user';

/** More time than any pause of the service. */
const LATER_MS = 2 * PAUSE_SECONDS * 1000;
const DAY_MS = 24 * 3_600_000;
/** As n8n waits between two tries. */
const BEFORE_A_CALL_MS = 5000;

type Phase = 'new' | 'sending' | 'ended' | 'failed' | 'crashed' | 'succeeded';

let courses = 0;

export class Course {
	readonly clock = new VirtualClock();
	readonly service: LetterService;
	private readonly executions: Executions;
	readonly left: Budget;
	private readonly number = (courses += 1);
	phase: Phase = 'new';
	private processes = 1;
	private workflow = 1;
	private memory = new Memory();
	/** What the requests of the run have met. */
	private troubles: string[] = [];
	private cancel = new AbortController();
	private outcome: Outcome | undefined;
	private run = 0;
	private runs: ITaskData[] = [];
	private names: string[];
	private items: INodeExecutionData[];
	private message = 'Oi';
	private logged: string[] = [];
	readonly user: User;

	constructor(private readonly scenario: Scenario) {
		this.left = { ...NO_BUDGET, ...scenario.budget };
		this.service = new LetterService(this.clock.now, scenario.keepsRefused);
		this.executions = new Executions(scenario.callers ?? 0, this.clock.now);
		this.user = new User(this.service.letters, scenario.keepsRefused === true);
		this.names = [...scenario.names];
		this.items = itemsOf(this.names);
	}

	/** The node has ended with an error of its own. */
	get hasFailed(): boolean {
		return this.outcome !== undefined && 'error' in this.outcome && !this.cancel.signal.aborted;
	}

	/** What the error output would hand on. */
	get failedItems(): INodeExecutionData[] {
		return failedItemsOf(this.outcome, this.items);
	}

	async runNode(): Promise<void> {
		const { scenario, executions, items } = this;
		const { agent } = scenario;
		this.run += 1;
		this.phase = 'sending';
		this.outcome = undefined;
		this.logged = [];
		this.troubles = [];
		this.cancel = new AbortController();
		const { run } = this;
		const end = (outcome: Outcome): void => {
			// Of a killed process, nothing is heard.
			if (run === this.run) this.outcome = outcome;
		};
		runNode({
			...executions.settings,
			items: agent === undefined ? items : withCallId(items, this.run),
			parameters: parametersOf(scenario, this.message),
			node: { onError: scenario.onError, ...toolOf(agent) },
			parentAgentRun: agentRunOf(agent),
			runs: this.runs,
			workflow: this.workflow,
			apiKey: this.apiKey,
			signal: this.cancel.signal,
			request: async ({ headers, body }, signal) =>
				await this.service.request(headers?.['Idempotency-Key'] as string, body as string, signal),
			log: (line) => this.logged.push(line),
		}).then(
			(given) => end({ items: given }),
			(error: unknown) => end({ error: error as Error }),
		);
		await this.rest();
	}

	async answer(index: number, how: Answer): Promise<void> {
		if (how !== 'creates') {
			this.left.trouble -= 1;
			this.troubles.push(`${index} ${how}`);
			this.memory.meetTrouble(this.scenario.names.length > 1, how === 'wants a pause');
		}
		if (how.endsWith('to the end')) await this.clock.advance(DEFAULT_DEADLINE_MINUTES * 60_000);
		const answered = this.service.answer(index, how);
		if (answered) this.memory.remember(answered, this.clock.now());
		await this.rest();
	}

	async abort(): Promise<void> {
		this.left.cancels -= 1;
		this.cancel.abort(new Error('cancelled'));
		await this.rest();
	}

	/** @param recovered what n8n's crash recovery has of the node */
	kill(recovered?: keyof typeof INVENTED): void {
		this.cancel.abort();
		this.run += 1;
		this.left.kills -= 1;
		this.processes += 1;
		this.memory = new Memory();
		this.troubles = [];
		this.service.pending = [];
		this.outcome = undefined;
		this.user.forget();
		this.runs = recovered === undefined ? [] : [INVENTED[recovered]];
		this.names = [...this.scenario.names];
		this.items = itemsOf(this.names);
		this.phase = 'crashed';
	}

	/** Retry On Fail of the caller at that level. */
	async callAgain(level: number, changed: boolean): Promise<void> {
		this.left.calls -= 1;
		this.left.changes -= changed ? 1 : 0;
		const { callers = 0 } = this.scenario;
		if (changed) this.names = [...this.names.slice(0, -1), 'Caio'];
		await this.clock.advance(BEFORE_A_CALL_MS);
		this.items = itemsOf(this.names);
		this.executions.callFrom(level + 1);
		// For a called workflow, its caller's begin counts.
		if (level < callers - 1) this.user.begin(false);
		await this.runNode();
	}

	async retry(edited: boolean): Promise<void> {
		this.left.retries -= 1;
		this.left.edits -= edited ? 1 : 0;
		if (edited) this.message = 'Tchau';
		const { callers = 0, nextDay } = this.scenario;
		await this.later(nextDay ? DAY_MS : LATER_MS);
		this.executions.retry();
		if (callers > 1) this.user.begin(false);
		await this.runNode();
	}

	/** The same again, by another run. */
	async repeat(where?: 'elsewhere'): Promise<void> {
		const { keys = 'none' } = this.scenario;
		this.left.repeats -= 1;
		this.runs = [];
		this.items = itemsOf(this.names);
		await this.later(LATER_MS);
		if (where === 'elsewhere') this.workflow += 1;
		this.executions.start();
		this.user.begin(keys === 'none');
		await this.runNode();
	}

	/** The error output leads what failed back to the node. */
	async loop(): Promise<void> {
		this.tell();
		this.left.loops -= 1;
		const failed = this.failedItems;
		this.names = failed.map(({ json }) => json.name as string);
		this.items = failed.map(({ json }, item) => ({ json, pairedItem: { item } }));
		this.runs = [...this.runs, REAL];
		await this.runNode();
	}

	store(): void {
		this.tell();
		this.phase = this.hasFailed || this.cancel.signal.aborted ? 'failed' : 'succeeded';
	}

	/** n8n shows what the node has ended with; of a cancelled run, only its log does. */
	private tell(): void {
		const { outcome, names, message, user } = this;
		if (outcome === undefined) return;
		const log = this.cancel.signal.aborted ? this.logged.join(' ') : undefined;
		user.read(readOutcome(outcome, names.length, log), names, message);
	}

	/** At one of the same few times, so that states meet whose runs took different ones. */
	private async later(milliseconds: number): Promise<void> {
		const passed = (this.clock.now() + milliseconds) % LATER_MS;
		await this.clock.advance(milliseconds + (passed === 0 ? 0 : LATER_MS - passed));
		this.memory.endPause();
	}

	private async rest(): Promise<void> {
		await rest(this.clock, () => this.outcome !== undefined);
		if (this.outcome !== undefined) this.phase = 'ended';
	}

	/** One that was started anew has another account, so that the nodes remember nothing of the one before. */
	private get apiKey(): string {
		return `${this.number} ${this.processes}`;
	}

	/** All that what follows depends on. */
	state(): string {
		const { phase, left, troubles, runs, items, message, workflow, user } = this;
		const memory = this.memory.state(this.clock.now());
		const known = { phase, left, memory, troubles, runs, items, message, workflow, told: user.state };
		const ended = this.outcome && ('items' in this.outcome ? this.outcome.items : textOf(this.outcome));
		const cancelled = this.cancel.signal.aborted && this.logged;
		return JSON.stringify([known, ended, cancelled, this.executions.state(), this.service.state]);
	}
}
