/** What could be wrong with the action: the explorer must find each. */
import type { Fault } from '../fault';

const KEYS = 'HandwrittenLetters/read/keys/idempotencyKey.ts';
const IDENTITY = 'n8n/runIdentity.ts';
const ASSIGN = 'HandwrittenLetters/read/keys/assignKeys.ts';
const SENDING = 'HandwrittenLetters/send/attempt/sending.ts';
const VERDICT = 'HandwrittenLetters/send/attempt/verdict.ts';
const CLIENT = 'HandwrittenLetters/send/serviceClient.ts';
const FAILURES = 'HandwrittenLetters/tell/explain.ts';

export const FAULTS: Fault[] = [
	{
		name: 'the key is made of the position alone',
		file: KEYS,
		now: "digest(['run', run, operation, items])",
		then: "digest(['run', run, operation, items.map(({ itemIndex }) => itemIndex)])",
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
		now: 'if (!isCalled(context)) return {',
		then: 'if (isCalled.length > 0) return {',
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
		now: "return { identity: `called within ${outer}`, comesAgain: 'unsure', isCalled: true };",
		then: "return { identity: `called within ${outer}`, comesAgain: 'withRun', isCalled: true };",
		foundBy: 'a workflow called by a called one',
	},
	{
		name: 'the key of a letter with an External ID is that of its run',
		file: ASSIGN,
		now: 'this.fromExternalIds(order) ?? this.fromRun(order)',
		then: 'this.fromRun(order)',
		foundBy: 'letters with an External ID',
	},
	{
		name: 'a loop loses the key of the error item',
		file: ASSIGN,
		now: "if (own !== '') return {",
		then: 'if (own.length < 64 && own.length > 0) return {',
		foundBy: 'a loop from the error output back to the node, with the key that stands there',
	},
	{
		name: 'a letter that nothing identifies is the same in every run',
		file: KEYS,
		now: "digest(['run', run, operation, items])",
		then: "digest(['run', operation, items])",
		foundBy: 'letters that nothing identifies, in several runs',
	},
	{
		name: "an agent's key is that of its run",
		file: ASSIGN,
		now: 'const value = agentKey(hash, identity.day, ',
		then: 'const value = agentKey(hash, JSON.stringify(this.context.getInputData()), ',
		foundBy: 'a tool of the AI Agent node',
	},
	{
		name: "an agent's letter that is retried the next day is another",
		file: IDENTITY,
		now: 'new Date(readBegunAt(context) ?? systemClock.now())',
		then: 'new Date(systemClock.now())',
		foundBy: "a workflow as a tool of n8n's Agents",
	},
	{
		name: 'an order that was rejected counts as ordered',
		file: FAILURES,
		now: 'message: `The service knows the key of this ${noun} with other contents: an earlier ${noun}, or one that it rejected.',
		then: 'message: `was already ordered with different contents.',
		foundBy: 'a service that keeps the keys of orders that it has refused',
	},
	{
		name: 'what an earlier try of the run has ordered counts as ordered before',
		file: CLIENT,
		now: 'orderedBefore: since < begunAt ||',
		then: 'orderedBefore: since < now ||',
		foundBy: 'two letters of a run',
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
