/** What is explored of an event's way, and what is known to be open: docs/webhooks.md names it. */
import type { Budget } from './course';

export interface Scenario {
	name: string;
	budget: Budget;
}

/** In `npm test`: all of it closes within seconds. */
export const SCENARIOS: Scenario[] = [
	{ name: 'three deliveries', budget: { deliveries: 3, errors: 1 } },
	{ name: 'a kill', budget: { deliveries: 3, kills: 1 } },
	{ name: 'two kills', budget: { deliveries: 3, kills: 2 } },
	{ name: 'an error and a kill', budget: { deliveries: 2, errors: 1, kills: 1 } },
	{ name: 'a kill after publishing', budget: { deliveries: 2, kills: 1, published: true } },
	{ name: 'a dropped execution', budget: { deliveries: 2, drops: 1, waits: 2, errors: 1 } },
	{ name: 'a dropped execution and a kill', budget: { deliveries: 2, drops: 1, kills: 1 } },
	{ name: 'one after publishing', budget: { deliveries: 2, drops: 1, kills: 1, published: true } },
	{ name: 'the first execution dropped', budget: { deliveries: 2, drops: 1, hasRun: false } },
	{ name: 'a record not written', budget: { deliveries: 2, kills: 1, unwritten: 1 } },
	{ name: 'an update', budget: { deliveries: 2, updates: 1, waits: 1 } },
	{ name: 'a long wait and a kill', budget: { deliveries: 2, waits: 2, kills: 1 } },
	{ name: 'a retry', budget: { deliveries: 2, kills: 1, retries: 1 } },
	{ name: 'a retry after one more kill', budget: { deliveries: 2, kills: 2, retries: 1 } },
	{ name: 'an update and a record not written', budget: { deliveries: 2, updates: 1, unwritten: 1 } },
	{ name: 'a kill and an update', budget: { deliveries: 2, kills: 1, updates: 1 } },
	{ name: 'a late beginning', budget: { deliveries: 3, waits: 1, kills: 1 } },
	{ name: 'queue mode, a kill', budget: { deliveries: 2, kills: 1, queue: true } },
	{ name: 'queue mode, a record not written', budget: { deliveries: 2, unwritten: 1, queue: true } },
	{ name: 'two processes that receive', budget: { deliveries: 2, queue: true } },
];

/** For the script: minutes. */
export const DEEP: Scenario[] = [
	{ name: 'four deliveries, two kills', budget: { deliveries: 4, kills: 2, errors: 1 } },
	{ name: 'two late beginnings', budget: { deliveries: 3, waits: 2, kills: 1 } },
	{ name: 'three deliveries, two kills, drops', budget: { deliveries: 3, kills: 2, drops: 1, waits: 2 } },
	{ name: 'three deliveries, two updates, a kill', budget: { deliveries: 3, updates: 2, kills: 1 } },
	{ name: 'a retry after long waits', budget: { deliveries: 3, kills: 1, waits: 2, retries: 1 } },
	{ name: 'queue mode with a kill', budget: { deliveries: 3, kills: 1, unwritten: 1, queue: true } },
];

export interface Open {
	what: 'It took effect twice' | 'It took no effect';
	/** All of these have happened. */
	after: string[];
	/** In docs/webhooks.md. */
	said: string;
}

export const OPEN: Open[] = [
	{
		what: 'It took effect twice',
		after: ['it forgot what it had recovered', 'n8n forgot again'],
		said: 'It is killed again before it has answered another event of this trigger with 200.',
	},
	{
		what: 'It took effect twice',
		after: ['a stored execution ran before another delivery', 'n8n forgot'],
		said: 'n8n is killed, or the trigger answers 503, before a stored execution begins, and a repeat takes effect.',
	},
	{
		what: 'It took effect twice',
		after: ['a crashed execution was retried', 'n8n forgot again'],
		said: 'After another restart it cannot know: n8n gives a retry no static data.',
	},
	{
		what: 'It took effect twice',
		after: ['it went on before its record, after a wait', 'n8n forgot'],
		said: 'The database takes more than 30 seconds to write a record, and n8n is killed before the record is written.',
	},
	{
		what: 'It took effect twice',
		after: ['after publishing or 503', 'n8n forgot during an execution'],
		said: 'n8n is killed during the first execution after the workflow was published or after a 503, and the service delivers that event again.',
	},
	{
		what: 'It took effect twice',
		after: ['a record was not written', 'n8n forgot'],
		said: 'n8n cannot write a record (it logs that and answers 200) and is killed before the trigger receives another delivery, and the service delivers the event again.',
	},
	{
		what: 'It took effect twice',
		after: ['the package was updated', 'two deliveries met'],
		said: 'The package is updated in the moment between two deliveries of an event that arrive together.',
	},
	{
		what: 'It took effect twice',
		after: ['another answer was 503', 'n8n forgot'],
		said: 'The trigger answers two deliveries of an event 503, both executions begin after all, and n8n is killed between them.',
	},
	{
		what: 'It took effect twice',
		after: ['two processes receive', 'two deliveries met'],
		said: 'A repeat that reaches another process may start a second execution. This can happen within moments of the first delivery.',
	},
	{
		what: 'It took effect twice',
		after: ['two processes receive', 'n8n forgot'],
		said: 'if a process was killed after n8n had queued the execution',
	},
	{
		what: 'It took effect twice',
		after: ['two processes receive', 'a record was not written'],
		said: 'or if n8n could not write the record',
	},
	{
		what: 'It took no effect',
		after: ['n8n dropped an execution unseen'],
		said: 'A process that has not yet run an execution of a Handwritten Letters Trigger answers its first event at once. If this execution is dropped, the event still counts as seen.',
	},
	{
		what: 'It took no effect',
		after: ['n8n dropped an execution unexpectedly', 'n8n forgot'],
		said: 'n8n drops the next one, and n8n is killed before the trigger receives another delivery.',
	},
];

export const isMet = ({ what, after }: Open, broken: string): boolean =>
	[what, ...after].every((part) => broken.split('; ').includes(part));

/** What the docs say of it, where they do. */
export const saidOf = (broken: string): string | undefined => OPEN.find((open) => isMet(open, broken))?.said;
