/** Faults to be found: each a change of one place in the sources, and the model that has to notice it. */
export interface PlantedFault {
	name: string;
	/** Below nodes/. */
	file: string;
	find: string;
	put: string;
	model: string;
}

const KEYS = 'shared/idempotencyKey.ts';
const IDENTITY = 'HandwrittenLetters/order/runIdentity.ts';
const ASSIGN = 'HandwrittenLetters/order/assignKeys.ts';
const SENDING = 'shared/sending.ts';
const VERDICT = 'shared/verdict.ts';
const CLIENT = 'shared/serviceClient.ts';

export const PLANTED_FAULTS: PlantedFault[] = [
	{
		name: 'the key is made of the position alone',
		file: KEYS,
		find: "digest(['automatic', run, operation, items, part])",
		put: "digest(['automatic', run, operation, items.map(({ itemIndex }) => itemIndex), part])",
		model: 'a called workflow',
	},
	{
		name: 'a retry has a new key',
		file: IDENTITY,
		find: 'String(own?.establishedAt ?? ',
		put: 'String(context.getExecutionId() ?? ',
		model: 'two letters of a run',
	},
	{
		name: 'the runs that the crash recovery invents count',
		file: IDENTITY,
		find: 'counted - countInvented(context, counted)',
		put: 'counted',
		model: 'two letters of a run',
	},
	{
		name: 'every call of a workflow is a run of its own',
		file: IDENTITY,
		find: "if (!called) return { identity: ownIdentity(), keptBy: 'retry' };",
		put: "if (called || !called) return { identity: ownIdentity(), keptBy: 'retry' };",
		model: 'a called workflow',
	},
	{
		name: 'the key holds nothing of the call',
		file: ASSIGN,
		find: '...(callOf && { call: callOf(itemIndex) }),',
		put: '',
		model: 'a called workflow with equal items at the node',
	},
	{
		name: 'two calls deep, the texts promise what one call keeps',
		file: IDENTITY,
		find: "return { identity: `called within ${outer}`, keptBy: 'unsure' };",
		put: "return { identity: `called within ${outer}`, keptBy: 'call' };",
		model: 'a workflow called by a called one',
	},
	{
		name: 'in a loop, an order loses its key',
		file: ASSIGN,
		find: 'this.sealedKey(order, run) ?? automaticKey(',
		put: 'automaticKey(',
		model: 'a loop from the error output back to the node',
	},
	{
		name: "an agent's key holds the item",
		file: ASSIGN,
		find: 'agentKey(scope, this.operation, body)',
		put: 'agentKey(scope, this.operation, [body, this.items])',
		model: 'a tool of the AI Agent node',
	},
	{
		name: 'a broken connection counts as "not created"',
		file: VERDICT,
		find: "mayHaveBeenAccepted: method === 'POST' && !broken.neverSent,",
		put: 'mayHaveBeenAccepted: false,',
		model: 'two letters of a run',
	},
	{
		name: 'an answer without an id counts as "not created"',
		file: VERDICT,
		find: 'mayHaveBeenAccepted: true, unreadable: true',
		put: 'mayHaveBeenAccepted: false, unreadable: true',
		model: 'one letter, with every answer there is',
	},
	{
		name: 'the last attempt decides what is known',
		file: SENDING,
		find: 'this.mayHaveBeenAccepted ||= verdict.mayHaveBeenAccepted',
		put: 'this.mayHaveBeenAccepted = verdict.mayHaveBeenAccepted',
		model: 'one letter, with every answer there is',
	},
	{
		name: 'the process forgets what it has left open',
		file: CLIENT,
		find: 'if (mayHaveBeenAccepted && idempotencyKey) leaveOpen(',
		put: 'if (idempotencyKey === "") leaveOpen(',
		model: 'one letter, with every answer there is',
	},
];
