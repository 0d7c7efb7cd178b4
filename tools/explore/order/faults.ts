/** What could be wrong with the action: the explorer must find each. */
import * as keys from '../../../nodes/HandwrittenLetters/letter/idempotencyKey';
import * as nextStep from '../../../nodes/HandwrittenLetters/service/nextStep';
import * as orderMemory from '../../../nodes/HandwrittenLetters/service/orderMemory';
import { systemClock } from '../../../nodes/n8n/clock';
import * as runIdentity from '../../../nodes/n8n/run';
import type { Fault } from '../fault';
import { inPlaceOf } from '../fault';

export const FAULTS: Fault[] = [
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
			const run = identifyRun(context);
			return run && { ...run, identity: context.getExecutionId() };
		}),
	},
	{
		name: 'the key of a letter with an External ID is that of its run',
		foundBy: 'letters with an External ID',
		plant: inPlaceOf(keys, 'mayName', () => () => false),
	},
	{
		name: 'a called workflow is taken for a run of its own',
		foundBy: 'a called workflow, with External IDs',
		plant: inPlaceOf(
			keys,
			'externalIdKey',
			(externalIdKey) => (operation, ids) => externalIdKey(`${operation} ${systemClock.now()}`, ids),
		),
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
