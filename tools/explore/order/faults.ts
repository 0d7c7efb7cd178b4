/** What could be wrong with the action: the explorer must find each. */
import * as keys from '../../../nodes/HandwrittenLetters/letter/keys/idempotencyKey';
import * as nextStep from '../../../nodes/HandwrittenLetters/service/nextStep';
import * as orderMemory from '../../../nodes/HandwrittenLetters/service/orderMemory';
import { systemClock } from '../../../nodes/n8n/clock';
import * as runIdentity from '../../../nodes/n8n/runIdentity';
import type { Fault } from '../fault';
import { inPlaceOf } from '../fault';

const today = (): string => new Date(systemClock.now()).toISOString().slice(0, 10);

type Item = Parameters<typeof keys.runKey>[2][number];

/** The key of a run holds something else of its items. */
const keyOfItems = (change: (item: Item) => Item): Fault['plant'] =>
	inPlaceOf(keys, 'runKey', (runKey) => (run, operation, items) => runKey(run, operation, items.map(change)));

export const FAULTS: Fault[] = [
	{
		name: 'the key is made of the position alone',
		foundBy: 'a called workflow',
		plant: keyOfItems(({ itemIndex }) => ({ itemIndex, item: {} })),
	},
	{
		name: 'the key holds nothing of the call',
		foundBy: 'a called workflow with equal items at the node',
		plant: keyOfItems(({ itemIndex, item }) => ({ itemIndex, item })),
	},
	{
		name: 'a letter that nothing identifies is the same in every run',
		foundBy: 'letters that nothing identifies, in several runs',
		plant: inPlaceOf(
			keys,
			'runKey',
			(runKey) => (run, operation, items) => runKey({ ...run, identity: 'any' }, operation, items),
		),
	},
	{
		name: 'a retry has a new key',
		foundBy: 'two letters of a run',
		plant: inPlaceOf(runIdentity, 'identifyRun', (identifyRun) => (context) => {
			const found = identifyRun(context);
			if (found.kind === 'agent') return found;
			return { ...found, run: { ...found.run, identity: context.getExecutionId() } };
		}),
	},
	{
		name: 'two calls deep, the texts promise what one call keeps',
		foundBy: 'a workflow called by a called one',
		plant: inPlaceOf(runIdentity, 'identifyRun', (identifyRun) => (context) => {
			const found = identifyRun(context);
			return found.kind === 'agent' ? found : { ...found, comesAgain: 'withRun' };
		}),
	},
	{
		name: 'the key of a letter with an External ID is that of its run',
		foundBy: 'letters with an External ID',
		plant: inPlaceOf(keys, 'readIdentityOfIds', () => () => 'no'),
	},
	{
		name: "an agent's key is that of its run",
		foundBy: 'a tool of the AI Agent node',
		plant: inPlaceOf(runIdentity, 'identifyRun', () => (context) => ({
			kind: 'agent',
			day: JSON.stringify(context.getInputData()),
		})),
	},
	{
		name: "an agent's letter that is retried the next day is another",
		foundBy: "a workflow as a tool of n8n's Agents",
		plant: inPlaceOf(runIdentity, 'identifyRun', () => () => ({ kind: 'agent', day: today() })),
	},
	{
		name: 'the last attempt decides what is known',
		foundBy: 'one letter, with every answer there is',
		plant: inPlaceOf(
			nextStep,
			'noted',
			(noted) => (progress, verdict, now) => noted({ ...progress, mayHaveBeenAccepted: false }, verdict, now),
		),
	},
	{
		name: 'the process forgets what it has left open',
		foundBy: 'one letter, with every answer there is',
		plant: inPlaceOf(orderMemory.OrderMemory.prototype, 'leaveOpen', () => () => undefined),
	},
	{
		name: 'what an earlier try of the run has ordered counts as ordered before',
		foundBy: 'two letters of a run',
		plant: inPlaceOf(
			orderMemory.OrderMemory.prototype,
			'handOut',
			(handOut) =>
				function (this: orderMemory.OrderMemory, key, id, now) {
					const since = handOut.call(this, key, id, now);
					return since < now ? 0 : since;
				},
		),
	},
];
