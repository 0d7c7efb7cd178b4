/** What is ordered, what is sent, how its answer is read, and what came of it. */
import type { ServiceRequest } from '../../shared/exchange';
import type { Subject } from '../../shared/failures/requestFailure';
import type { ServiceResponse } from '../../shared/serviceClient';
import type { Problem } from '../input/problems';

/** One letter of an order, and the input item it came from. */
export interface OrderedLetter {
	itemIndex: number;
	externalId?: string;
	/** Where it stands in the JSON it was given in, for example `cards[1]`. */
	path?: string;
}

/** Letters that leave in one request; it has no key yet. */
export interface Order {
	letters: OrderedLetter[];
	/** Below the base URL, where it names the letter; orders under one key must agree in it too. */
	path?: string;
	body?: object;
	/** Counts the orders made from the same input items. */
	part: number;
	/** Orders cut from one list share it. */
	list: number;
}

/** One request and the input items it stands for. */
export interface Job {
	itemIndexes: number[];
	request: ServiceRequest;
	subject: Subject;
	/** Of the one letter in it, as people find its row again. */
	externalId?: string;
}

/** What a run has read from its input. Nothing has been sent yet. */
export interface Plan {
	jobs: Job[];
	problems: Problem[];
	/** Rows without a fault that must wait until those of `problems` are corrected. */
	heldBack: number[];
}

/** A good answer, and the rows it stands for. */
export interface GoodAnswer {
	job: Job;
	body: unknown;
	orderedBefore: boolean;
}

/** What came of a run, for the sentence above its output. */
export interface Report {
	answers: GoodAnswer[];
	failedRows: number;
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
	doubt?: (answer: GoodAnswer) => string | undefined;
}

/** `earlierId`: of the letter or batch that an earlier run of the node has created under the same key. */
export type Outcome =
	| { state: 'answered'; response: ServiceResponse }
	| { state: 'failed'; error: unknown; earlierId?: string }
	| { state: 'notSent'; earlierId?: string };
