/** What is explored of an event's way, and what is known to be open: docs/edge-cases.md names it. */
import type { Budget } from './course';

export interface Scenario {
	name: string;
	budget: Budget;
}

/** In `npm test`: all of it closes within seconds. */
export const SCENARIOS: Scenario[] = [
	{ name: 'three deliveries', budget: { deliveries: 3, errors: 1 } },
	{ name: 'two kills', budget: { deliveries: 3, kills: 2 } },
	{ name: 'an error and a kill', budget: { deliveries: 2, errors: 1, kills: 1 } },
	{ name: 'a dropped execution', budget: { deliveries: 2, drops: 1, waits: 2, errors: 1 } },
	{
		name: '503, a restart, delivered again',
		budget: { deliveries: 3, drops: 2, kills: 1 },
	},
	{
		name: 'queue mode, a dropped execution and a kill',
		budget: { deliveries: 2, drops: 1, kills: 1, queue: true },
	},
	{ name: 'a record not written', budget: { deliveries: 2, kills: 1, unwritten: 1 } },
	{ name: 'an update', budget: { deliveries: 2, updates: 1, waits: 1 } },
	{ name: 'a long wait and a kill', budget: { deliveries: 2, waits: 2, kills: 1 } },
	{ name: 'an update and a record not written', budget: { deliveries: 2, updates: 1, unwritten: 1 } },
	{ name: 'a kill and an update', budget: { deliveries: 2, kills: 1, updates: 1 } },
	{ name: 'queue mode, a record not written', budget: { deliveries: 2, unwritten: 1, queue: true } },
];

/** For the script: minutes. */
export const DEEP: Scenario[] = [
	{ name: 'four deliveries, two kills', budget: { deliveries: 4, kills: 2, errors: 1 } },
	{ name: 'three deliveries, two kills, drops', budget: { deliveries: 3, kills: 2, drops: 1, waits: 2 } },
	{ name: 'three deliveries, two updates, a kill', budget: { deliveries: 3, updates: 2, kills: 1 } },
	{ name: 'queue mode with a kill', budget: { deliveries: 3, kills: 1, unwritten: 1, queue: true } },
];

export interface Open {
	what: 'A repeat started an execution' | 'It took no effect';
	/** All of these have happened. */
	after: string[];
	/** In docs/edge-cases.md. */
	said: string;
}

export const OPEN: Open[] = [
	{
		what: 'A repeat started an execution',
		after: ['a record was not written', 'n8n forgot'],
		said: 'whose record n8n had not written when it was killed',
	},
	{
		what: 'A repeat started an execution',
		after: ['n8n ran a stored execution after a restart', 'n8n forgot'],
		said: 'An event whose delivery got no 2xx may take effect twice',
	},
	{
		what: 'A repeat started an execution',
		after: ['an execution began after an update', 'n8n forgot'],
		said: 'or the package was updated without a restart',
	},
	{
		what: 'A repeat started an execution',
		after: ['two processes receive', 'a record was not written'],
		said: 'or if n8n could not write it',
	},
	{
		what: 'A repeat started an execution',
		after: ['a repeat came before the record was written'],
		said: 'within moments of the first delivery',
	},
];

export const isMet = ({ what, after }: Open, broken: string): boolean =>
	[what, ...after].every((part) => broken.split('; ').includes(part));

/** What the docs say of it, where they do. */
export const saidOf = (broken: string): string | undefined => OPEN.find((open) => isMet(open, broken))?.said;
