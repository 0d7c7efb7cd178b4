/** What is sent, how its answer is read, and what came of it. */
import type { INodeExecutionData } from 'n8n-workflow';

import type { EarlierOrder } from '../../shared/earlierOrders';
import type { ServiceRequest } from '../../shared/exchange';
import type { Problem } from '../../shared/failures/refusal';
import type { Subject } from '../../shared/failures/requestFailure';
import type { ItemNames } from '../input/itemNames';
import type { Skipped } from '../input/problems';

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

/** Of an order without a good answer, also what earlier runs of the node have left. */
export type Outcome =
	| { state: 'answered'; body: unknown; orderedBefore: boolean }
	| ({ state: 'failed'; error: unknown } & EarlierOrder)
	| ({ state: 'notSent' } & EarlierOrder);

/** A job, and what came of it. */
export interface Sent {
	job: Job;
	outcome: Outcome;
}

/** A good answer, and the job it is for. */
export interface GoodAnswer {
	job: Job;
	body: unknown;
	orderedBefore: boolean;
}

export function goodAnswersOf(sent: Sent[]): GoodAnswer[] {
	return sent.flatMap(({ job, outcome }) => {
		if (outcome.state !== 'answered') return [];
		const { body, orderedBefore } = outcome;
		return [{ job, body, orderedBefore }];
	});
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
}
