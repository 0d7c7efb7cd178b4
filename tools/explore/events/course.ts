/** One delivery and its execution, as far as they are. */
import type { INodeExecutionData } from 'n8n-workflow';

import type { Delivery, SeenEvents } from '../../../nodes/HandwrittenLettersTrigger/duplicates/seenEvents';
import type { Answer, StaticData } from './n8nProcess';
import { inWords } from './stateInWords';

/** How often each may happen. */
export interface Budget {
	deliveries: number;
	kills?: number;
	/** n8n cannot store an execution, or answers 500 although it has begun. */
	errors?: number;
	drops?: number;
	/** Static data that n8n cannot write: it logs that and answers 200. */
	unwritten?: number;
	updates?: number;
	/** Waits that take their full time. */
	waits?: number;
	/** The process has run an execution of the trigger before. */
	hasRun?: boolean;
	/** The workflow has just been published. */
	published?: boolean;
	/** Two processes receive, and a third runs the executions. */
	queue?: boolean;
}

/** `evidence.ts` names the test that shows that n8n does so. */
export type EventStep =
	| 'deliver'
	| 'deliver elsewhere'
	| 'restart'
	| `${'store' | 'fail' | 'write' | 'cannot write' | 'answer' | 'stop' | 'begin' | 'drop' | 'end' | 'recover'} ${number}`
	| 'kill'
	| 'update'
	| 'wait';

export interface Process {
	alive: boolean;
	memory: SeenEvents;
}

export interface Course {
	process: Process;
	webhook: 'asked' | 'claimed' | 'stored' | 'written' | 'over';
	execution: 'none' | 'stored' | 'working' | 'ended' | 'dropped' | 'crashed';
	answer: Answer;
	copy: StaticData;
	/** Whether the process can learn that the execution begins. */
	isWatched?: boolean;
	/** Whether the trigger expects that n8n may drop it. */
	isDoubtful?: boolean;
	/** It was answered 503, although its execution had begun. */
	isDisowned?: boolean;
	delivery?: Delivery;
	item?: INodeExecutionData;
	executionCopy?: StaticData;
}

export const NO_BUDGET: Required<Budget> = {
	deliveries: 0,
	kills: 0,
	errors: 0,
	drops: 0,
	unwritten: 0,
	updates: 0,
	waits: 0,
	hasRun: true,
	published: false,
	queue: false,
};

/** What n8n may do next with it. */
export function stepsOf({ webhook, execution, process }: Course, index: number, left: Budget): EventStep[] {
	const steps: EventStep[] = [];
	const when = (can: unknown, step: EventStep): void => {
		if (can) steps.push(step);
	};
	when(webhook === 'claimed', `store ${index}`);
	when(webhook === 'claimed' && left.errors, `fail ${index}`);
	when(webhook === 'stored', `write ${index}`);
	when(webhook === 'stored' && left.unwritten, `cannot write ${index}`);
	when(webhook === 'stored' && execution === 'working' && left.errors, `stop ${index}`);
	when(webhook === 'written', `answer ${index}`);
	when(execution === 'stored' && process.alive, `begin ${index}`);
	when(execution === 'stored' && process.alive && left.drops, `drop ${index}`);
	when(execution === 'working', `end ${index}`);
	when(execution === 'stored' && !process.alive, `recover ${index}`);
	return steps;
}

export const courseInWords = (course: Course, receivers: Process[]): unknown[] => [
	course.webhook,
	course.execution,
	course.answer.sent,
	receivers.indexOf(course.process),
	course.process.alive,
	course.isWatched,
	course.isDoubtful,
	course.isDisowned,
	course.copy.hasChanged,
	course.executionCopy?.hasChanged,
	inWords(course.process.memory),
	inWords(course.delivery),
];
