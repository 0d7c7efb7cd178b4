/** What could be wrong with the action: the explorer must find each. */
import type { Fault } from '../fault';

const KEYS = 'shared/idempotencyKey.ts';
const IDENTITY = 'HandwrittenLetters/order/runIdentity.ts';
const ASSIGN = 'HandwrittenLetters/order/assignKeys.ts';
const SENDING = 'shared/sending.ts';
const VERDICT = 'shared/verdict.ts';
const CLIENT = 'shared/serviceClient.ts';

export const FAULTS: Fault[] = [
	{
		name: 'the key is made of the position alone',
		file: KEYS,
		now: "digest(['automatic', run, operation, items, part])",
		then: "digest(['automatic', run, operation, items.map(({ itemIndex }) => itemIndex), part])",
		foundBy: 'a called workflow',
	},
	{
		name: 'a retry has a new key',
		file: IDENTITY,
		now: 'String(own?.establishedAt ?? ',
		then: 'String(context.getExecutionId() ?? ',
		foundBy: 'two letters of a run',
	},
	{
		name: 'the runs that the crash recovery invents count',
		file: IDENTITY,
		now: 'counted - countInvented(context, counted)',
		then: 'counted',
		foundBy: 'two letters of a run',
	},
	{
		name: 'every call of a workflow is a run of its own',
		file: IDENTITY,
		now: "if (!called) return { identity: ownIdentity(), keptBy: 'retry' };",
		then: "if (called || !called) return { identity: ownIdentity(), keptBy: 'retry' };",
		foundBy: 'a called workflow',
	},
	{
		name: 'the key holds nothing of the call',
		file: ASSIGN,
		now: '...(callOf && { call: callOf(itemIndex) }),',
		then: '',
		foundBy: 'a called workflow with equal items at the node',
	},
	{
		name: 'two calls deep, the texts promise what one call keeps',
		file: IDENTITY,
		now: "return { identity: `called within ${outer}`, keptBy: 'unsure' };",
		then: "return { identity: `called within ${outer}`, keptBy: 'call' };",
		foundBy: 'a workflow called by a called one',
	},
	{
		name: 'in a loop, an order loses its key',
		file: ASSIGN,
		now: 'this.sealedKey(order, run) ?? automaticKey(',
		then: 'automaticKey(',
		foundBy: 'a loop from the error output back to the node',
	},
	{
		name: "an agent's key holds the item",
		file: ASSIGN,
		now: 'agentKey(scope, this.operation, body)',
		then: 'agentKey(scope, this.operation, [body, this.items])',
		foundBy: 'a tool of the AI Agent node',
	},
	{
		name: 'a broken connection counts as "not created"',
		file: VERDICT,
		now: "mayHaveBeenAccepted: method === 'POST' && !broken.neverSent,",
		then: 'mayHaveBeenAccepted: false,',
		foundBy: 'two letters of a run',
	},
	{
		name: 'an answer without an id counts as "not created"',
		file: VERDICT,
		now: 'mayHaveBeenAccepted: true, unreadable: true',
		then: 'mayHaveBeenAccepted: false, unreadable: true',
		foundBy: 'one letter, with every answer there is',
	},
	{
		name: 'the last attempt decides what is known',
		file: SENDING,
		now: 'this.mayHaveBeenAccepted ||= verdict.mayHaveBeenAccepted',
		then: 'this.mayHaveBeenAccepted = verdict.mayHaveBeenAccepted',
		foundBy: 'one letter, with every answer there is',
	},
	{
		name: 'the process forgets what it has left open',
		file: CLIENT,
		now: 'if (mayHaveBeenAccepted && idempotencyKey) leaveOpen(',
		then: 'if (idempotencyKey === "") leaveOpen(',
		foundBy: 'one letter, with every answer there is',
	},
];
