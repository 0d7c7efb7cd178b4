/** One delivery and its execution, as far as they are. */
import type { SeenEvents } from '../../../nodes/HandwrittenLettersTrigger/seenEvents';
import type { Answer, StaticData } from './n8nProcess';
import { inWords } from './stateInWords';

/** How often each may happen. */
export interface Budget {
	deliveries: number;
	kills?: number;
	/** n8n cannot store an execution, and answers 500. */
	errors?: number;
	drops?: number;
	/** Static data that n8n cannot write: it logs that and goes on. */
	unwritten?: number;
	updates?: number;
	/** Waits that take their full time. */
	waits?: number;
	/** Two processes receive, and a third runs the executions. */
	queue?: boolean;
}

export interface Process {
	alive: boolean;
	memory: SeenEvents;
}

export interface Course {
	process: Process;
	webhook: 'claimed' | 'stored' | 'over';
	execution: 'none' | 'stored' | 'working' | 'ended' | 'dropped' | 'crashed';
	answer: Answer;
	copy: StaticData;
	/** What the execution answers: n8n writes static data before JSON, and after bytes. */
	response?: { kind: 'JSON' | 'bytes'; isWritten: boolean; isAnswered: boolean };
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
	queue: false,
};

export const courseInWords = (course: Course, receivers: Process[]): unknown[] => [
	course.webhook,
	course.execution,
	course.answer.sent,
	receivers.indexOf(course.process),
	course.process.alive,
	course.copy.hasChanged,
	course.executionCopy?.hasChanged,
	inWords(course.process.memory),
	course.response,
];
