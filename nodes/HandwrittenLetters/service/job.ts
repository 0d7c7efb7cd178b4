/** What is sent, how its answer is read, and what came of it. */
import type { INodeExecutionData } from 'n8n-workflow';

import type { ItemNames } from '../../words/itemNames';
import type { Problem } from '../../words/refusal';
import type { Effect, ServiceRequest } from './exchange';
import type { Answered, Result } from './result';
import { isAnswered } from './result';

/**
 * When the same order is sent under the same key again: whenever it is ordered again, or only by a retry of the
 * same run ("Retry execution").
 */
export type ComesAgain = 'always' | 'withRun';

/** What was asked for, in the words of the messages. */
export interface Subject {
	/** For example `letter` or `batch`. */
	noun: string;
	/** What was asked to be done. */
	effect: Effect;
	/** The card id that was looked up. */
	id?: string;
	/** Of what is ordered. */
	comesAgain?: ComesAgain;
	/** An agent must not change it to get past a conflict. */
	byAgent?: boolean;
}

/** One request and the input items it stands for. */
export interface Job {
	itemIndexes: number[];
	request: ServiceRequest;
	subject: Subject;
	/** Of what is ordered: names the account in its item. */
	account?: string;
	/** Of the one letter in it, as people find its item again. */
	externalId?: string;
	name?: string;
}

/** What a run has read from its input. Nothing has been sent yet. */
export interface Plan {
	jobs: Job[];
	problems: Problem[];
	/** Items without a fault that must wait until those of `problems` are corrected. */
	heldBack: number[];
	/** Items that need no order. */
	skipped?: number[];
}

/** A job, and what became of it. */
export type Settled = Result & { job: Job };

/** A good answer, and the job it is for. */
export type GoodAnswer = Answered & { job: Job };

/** True of a job that was tried, and failed. */
export const hasFailed = (one: Settled): boolean => !isAnswered(one) && one.failure !== undefined;

/** What came of a run, for the sentence above its output. */
export interface Report {
	answers: GoodAnswer[];
	failedItems: number;
	/** How long the run waited for the rate limit. */
	waitedMs: number;
	/** Tells the sandbox from the real service, which no notice in the panel could do. */
	host: string;
}

/** How to read a good answer. */
export interface Reading {
	/** True when the body is what the contract says. */
	matches: (body: unknown) => boolean;
	/** Where the id of what was created stands in the body. */
	idField?: 'id' | 'batch_id';
	/** What the user should know of the good answers, in one sentence. */
	describe?: (report: Report) => string;
	/** What does not fit in a good answer, in one sentence. */
	doubt?: (answer: GoodAnswer, names: ItemNames) => string | undefined;
	/** The input items, where each answer comes back with its own. */
	inputs?: INodeExecutionData[];
}
