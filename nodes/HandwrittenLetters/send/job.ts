/** What is sent, how its answer is read, and what came of it. */
import type { INodeExecutionData } from 'n8n-workflow';

import type { Problem } from '../../n8n/refusal';
import type { ItemNames } from '../tell/itemNames';
import type { Skipped } from '../tell/problems';
import type { ServiceRequest } from './attempt/exchange';
import type { Subject } from './attempt/requestFailure';

/** One request and the input items it stands for. */
export interface Job {
	itemIndexes: number[];
	request: ServiceRequest;
	subject: Subject;
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
	skipped?: Skipped[];
}

/** A good answer: to an order, whether this execution has ordered it; to anything else, what was read. */
export interface Answered {
	outcome: 'ordered' | 'ordered_before' | 'read';
	body: unknown;
}

/** No good answer: what is known of the order all the same. */
export interface Unanswered {
	outcome: 'ordered' | 'ordered_before' | 'not_ordered' | 'other_contents' | 'unknown' | 'not_read';
	/** Why; undefined where it was not tried, because the run ended. */
	error?: unknown;
	/** Of the order under its key, from an earlier run of this process. */
	earlierId?: string;
}

export type Result = Answered | Unanswered;

/** A job, and what came of it. */
export interface Sent {
	job: Job;
	result: Result;
}

export const isAnswered = (result: Result): result is Answered => 'body' in result;

/** True of a job that was tried, and failed. */
export const hasFailed = ({ result }: Sent): boolean => !isAnswered(result) && result.error !== undefined;

/** A good answer, and the job it is for. */
export type GoodAnswer = Answered & { job: Job };

export function goodAnswersOf(sent: Sent[]): GoodAnswer[] {
	return sent.flatMap(({ job, result }) => (isAnswered(result) ? [{ job, ...result }] : []));
}

/** What came of a run, for the sentence above its output. */
export interface Report {
	answers: GoodAnswer[];
	failedItems: number;
	/** How long the run waited for the rate limit. */
	waitedMs: number;
	/** IANA name. */
	timeZone: string;
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
	/** What a person should look at in the letters of an input item. */
	warningsOf?: (itemIndex: number) => string[];
}
