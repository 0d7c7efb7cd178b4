/** The state of one course, and what each event does to it. `OrderWorld` says which may happen. */
import type { INodeExecutionData, ITaskData } from 'n8n-workflow';

import { DEFAULT_DEADLINE_MINUTES } from '../../../nodes/HandwrittenLetters/run/requestOptions';
import { VirtualClock } from '../../virtualClock';
import { rest } from '../virtualTime';
import { readError, readItems } from './claims';
import { Executions, INVENTED, REAL } from './executions';
import type { Answer } from './letterService';
import { LetterService, PAUSE_SECONDS } from './letterService';
import { runNode } from './nodeRun';
import type { Budget, Scenario } from './scenario';
import { emptyItems, itemsOf, parametersOf } from './scenario';
import { User } from './user';

const TOOL = 'n8n-nodes-handwritten-letters.handwrittenLettersTool';
/** More time than any pause of the service. */
const LATER_MS = 2 * PAUSE_SECONDS * 1000;
const NO_BUDGET = { trouble: 0, kills: 0, cancels: 0, tries: 0, calls: 0 };
const NONE: Budget = { ...NO_BUDGET, changes: 0, retries: 0, edits: 0, repeats: 0, loops: 0 };

type Outcome = { items: INodeExecutionData[] } | { error: Error & { description?: string | null } };
type Phase = 'new' | 'sending' | 'ended' | 'failed' | 'crashed' | 'succeeded';

const NO_MEMORY = { known: [], shrunk: 0, paused: false };

let courses = 0;

export class Course {
	readonly clock = new VirtualClock();
	readonly service = new LetterService(this.clock.now);
	private readonly executions: Executions;
	readonly left: Budget;
	private readonly number = (courses += 1);
	phase: Phase = 'new';
	private processes = 1;
	/** What the process remembers: the orders it has the ids of, and what its pacer has met. */
	private memory: { known: string[]; shrunk: number; paused: boolean } = { ...NO_MEMORY };
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
		this.left = { ...NONE, ...scenario.budget };
		this.executions = new Executions(scenario.callers ?? 0);
		this.user = new User(this.service.letters);
		this.names = [...scenario.names];
		this.items = this.newItems();
	}

	/** The node has ended with an error of its own. */
	get hasFailed(): boolean {
		return this.outcome !== undefined && 'error' in this.outcome && !this.cancel.signal.aborted;
	}

	/** What the error output would hand on, with the input that n8n merges into it. */
	get failedItems(): INodeExecutionData[] {
		if (this.outcome === undefined || 'error' in this.outcome) return [];
		return this.outcome.items
			.filter(({ json }) => 'error' in json)
			.map(({ json, pairedItem }) => ({
				json: { ...this.items[(pairedItem as { item: number }).item]?.json, ...json },
				pairedItem,
			}));
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
		const settings = agent === 'outside' ? { mode: 'internal' as const } : executions.settings;
		const called = scenario.equalItems ? itemsOf(this.names) : items;
		runNode({
			...settings,
			called,
			items: agent === undefined ? items : withCallId(items, this.run),
			parameters: parametersOf(scenario, this.message),
			node: { onError: scenario.onError, ...(agent && agent !== 'workflow' && { type: TOOL }) },
			parentAgentRun: agent === 'workflow' ? { runId: 'run 1', integrationType: 'task' } : undefined,
			runs: this.runs,
			apiKey: `${this.number} ${agent === 'outside' ? 0 : this.processes}`,
			signal: this.cancel.signal,
			request: async (options, signal) => await this.service.request(options, signal),
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
			if (this.scenario.names.length > 1) this.memory.shrunk += 1;
			this.memory.paused ||= how === 'wants a pause';
		}
		if (how.endsWith('to the end')) await this.clock.advance(DEFAULT_DEADLINE_MINUTES * 60_000);
		const key = this.service.answer(index, how);
		if (key !== undefined) this.memory.known = [...new Set([...this.memory.known, key])].sort();
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
		this.memory = { ...NO_MEMORY };
		this.troubles = [];
		this.service.pending = [];
		this.outcome = undefined;
		this.user.forget();
		this.runs = recovered === undefined ? [] : [INVENTED[recovered]];
		this.names = [...this.scenario.names];
		this.items = this.newItems();
		this.phase = 'crashed';
	}

	/** Retry On Fail of the caller at that level. */
	async callAgain(level: number, changed: boolean): Promise<void> {
		this.left.calls -= 1;
		this.left.changes -= changed ? 1 : 0;
		if (changed) this.names = [...this.names.slice(0, -1), 'Caio'];
		this.items = this.newItems();
		this.executions.callFrom(level + 1);
		// Documented: only the two innermost callers are known again.
		if (level < (this.scenario.callers ?? 0) - 2) this.user.most += 1;
		await this.runNode();
	}

	async retry(edited: boolean): Promise<void> {
		this.left.retries -= 1;
		this.left.edits -= edited ? 1 : 0;
		if (edited) this.message = 'Tchau';
		await this.later();
		this.executions.retry();
		// Documented: two calls deep, it orders again.
		if ((this.scenario.callers ?? 0) > 1 && !this.user.promises) this.user.most += 1;
		await this.runNode();
	}

	/** The same again: by another run, or by an agent in the same one. */
	async repeat(): Promise<void> {
		this.left.repeats -= 1;
		this.runs = [];
		this.items = this.newItems();
		await this.later();
		if (this.scenario.agent === undefined) this.executions.start();
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
		const { outcome, names, user } = this;
		if (outcome === undefined) return;
		const isCancelled = this.cancel.signal.aborted;
		user.read(
			'items' in outcome && !isCancelled
				? readItems(outcome.items, names.length)
				: readError(isCancelled ? this.logged.join(' ') : textOf(outcome), names.length),
			names,
		);
	}

	private async later(): Promise<void> {
		await this.clock.advance(LATER_MS);
		this.memory.paused = false;
	}

	private newItems(): INodeExecutionData[] {
		return this.scenario.equalItems ? emptyItems(this.names) : itemsOf(this.names);
	}

	private async rest(): Promise<void> {
		await rest(this.clock, () => this.outcome !== undefined);
		if (this.outcome !== undefined) this.phase = 'ended';
	}

	/** All that what follows depends on. */
	state(nameOf: (key: string) => string): string {
		const { phase, left, memory, troubles, runs, items, message, user } = this;
		const remembered = { ...memory, known: memory.known.map(nameOf) };
		const known = { phase, left, remembered, troubles, runs, items, message, told: user.state };
		const ended = this.outcome && ('items' in this.outcome ? this.outcome.items : textOf(this.outcome));
		const cancelled = this.cancel.signal.aborted && this.logged;
		return JSON.stringify([known, ended, cancelled, this.executions.state(), this.service.state(nameOf)]);
	}
}

function textOf(outcome: Outcome): string {
	if ('items' in outcome) return '';
	const { message, description } = outcome.error;
	return [message, description].filter(Boolean).join(' ');
}

/** The AI Agent node gives each call an id of its own. */
const withCallId = (items: INodeExecutionData[], call: number): INodeExecutionData[] =>
	items.map((one) => ({ ...one, json: { ...one.json, toolCallId: String(call) } }));
