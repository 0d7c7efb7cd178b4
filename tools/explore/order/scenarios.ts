/** What `npm test` explores to its end; `npm run explore` allows more of everything. */
import type { Answer } from './letterService';
import type { Scenario } from './scenario';

const ANSWERS: Answer[] = [
	'creates',
	'creates, is cut off',
	'creates, stays silent to the end',
	'creates, answers without an id',
	'is cut off',
	'stays silent to the end',
	'is not there to the end',
	'is busy',
	'is still at work',
	'refuses',
	'refuses the key',
	'wants a pause',
];
/** Those after which it is known, not known, and certain that there is none. */
const FEW: Answer[] = ['creates', 'creates, stays silent to the end', 'refuses'];
const MORE: Answer[] = [...FEW, 'refuses the key', 'wants a pause'];

/** No process can know what one that was killed has done. */
const UNTOLD = '"not created" is said of an order that was created before n8n was killed';

export const SCENARIOS: Scenario[] = [
	{
		name: 'one letter, with every answer there is',
		names: ['Ana'],
		answers: ANSWERS,
		budget: { trouble: 2, tries: 1 },
		deeper: { trouble: 3, kills: 1, retries: 1 },
		open: [UNTOLD],
	},
	{
		name: 'two letters of a run',
		names: ['Ana', 'Bia'],
		answers: FEW,
		budget: { trouble: 1, kills: 1, retries: 1 },
		deeper: { trouble: 2, tries: 1, cancels: 1 },
	},
	{
		name: 'a run that somebody cancels',
		names: ['Ana', 'Bia'],
		answers: FEW,
		budget: { trouble: 1, cancels: 1, retries: 1 },
		deeper: { trouble: 2, cancels: 2, kills: 1, retries: 2 },
	},
	{
		name: 'a batch',
		resource: 'batch',
		names: ['Ana', 'Bia'],
		answers: FEW,
		budget: { trouble: 2, kills: 1, tries: 1, retries: 1 },
		deeper: { cancels: 1, retries: 2 },
	},
	{
		name: 'a run that is retried with another message',
		names: ['Ana', 'Bia'],
		answers: FEW,
		budget: { trouble: 1, retries: 1, edits: 1 },
		deeper: { trouble: 2, kills: 1, retries: 2 },
	},
	{
		name: 'a run that goes on after a failure',
		onError: 'continueRegularOutput',
		names: ['Ana', 'Bia'],
		answers: FEW,
		budget: { trouble: 2 },
		deeper: { kills: 1, retries: 1 },
	},
	{
		name: 'a loop from the error output back to the node',
		onError: 'continueErrorOutput',
		names: ['Ana', 'Bia'],
		answers: FEW,
		budget: { trouble: 2, loops: 2 },
		deeper: { kills: 1, retries: 1 },
		open: ['an order has become two letters', UNTOLD],
	},
	{
		name: 'a called workflow',
		callers: 1,
		names: ['Ana', 'Bia'],
		answers: FEW,
		budget: { trouble: 1, calls: 1, changes: 1, retries: 1 },
		deeper: { trouble: 2, kills: 1, calls: 2 },
	},
	{
		name: 'a called workflow with equal items at the node',
		callers: 1,
		equalItems: true,
		names: ['Ana', 'Bia'],
		answers: FEW,
		budget: { trouble: 1, calls: 1, changes: 1, retries: 1 },
		deeper: { trouble: 2, kills: 1, calls: 2 },
	},
	{
		name: 'a workflow called by a called one',
		callers: 2,
		names: ['Ana'],
		answers: FEW,
		budget: { trouble: 2, kills: 1, calls: 1, retries: 1 },
		deeper: { calls: 2, retries: 2 },
	},
	{
		name: 'three calls deep',
		callers: 3,
		names: ['Ana'],
		answers: FEW,
		budget: { trouble: 2, calls: 1, retries: 1 },
		deeper: { calls: 2, kills: 1 },
	},
	{
		name: 'By External ID',
		keys: 'externalId',
		names: ['Ana', 'Bia'],
		answers: FEW,
		budget: { trouble: 1, kills: 1, repeats: 1 },
		deeper: { retries: 1, edits: 1 },
	},
	{
		name: 'By Custom Key',
		keys: 'custom',
		names: ['Ana'],
		answers: FEW,
		budget: { trouble: 1, kills: 1, retries: 1, repeats: 1 },
		deeper: { trouble: 2, repeats: 2 },
	},
	{
		name: 'a tool of the AI Agent node',
		agent: 'tool',
		names: ['Ana'],
		answers: MORE,
		budget: { trouble: 2, repeats: 2 },
		deeper: { kills: 1, retries: 1 },
		open: [UNTOLD],
	},
	{
		name: "a workflow as a tool of n8n's Agents",
		agent: 'workflow',
		names: ['Ana'],
		answers: FEW,
		budget: { trouble: 2, kills: 1, retries: 1, repeats: 1 },
		deeper: { repeats: 2 },
	},
	{
		name: 'a tool outside any execution',
		agent: 'outside',
		names: ['Ana'],
		answers: MORE,
		budget: { trouble: 2, repeats: 2 },
		deeper: { trouble: 3, repeats: 3 },
	},
];
