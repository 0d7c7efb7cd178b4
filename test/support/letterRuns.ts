/** Runs the action node on letters in n8n-core's engine, and gives of the result what tests look at. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';

import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { CredentialData, NodeResult, NodeSettings } from '../../tools/engine/engine';
import { runActionNode } from '../../tools/engine/engine';
import { letterItem, letterParameters } from './letters';

/** Of the event loop without a request, after which the clock leaps. */
const IDLE_TURNS = 20;

export const goesOn: Partial<NodeSettings> = { node: { onError: 'continueRegularOutput' } };
export const withErrorOutput: Partial<NodeSettings> = { node: { onError: 'continueErrorOutput' } };
export const batch: INodeParameters = { resource: 'batch', operation: 'create' };

export interface LetterRun extends NodeResult {
	/** What the items of the first output hold, and those of the error output. */
	items: IDataObject[];
	failed: IDataObject[];
	/** The error as a person reads it: its message, and its description below. */
	said: string;
	/** The hints above the output, one a line. */
	hinted: string;
}

export const lettersTo = (...names: string[]): INodeExecutionData[] => names.map((name) => letterItem(name));
export const manyLetters = (count: number): INodeExecutionData[] =>
	Array.from({ length: count }, (_none, index) => letterItem(`Ana ${index}`));

/** A letter to Ana, unless the settings have other items. */
export async function runLetters(
	credential: CredentialData,
	parameters: INodeParameters = {},
	settings: Partial<NodeSettings> = {},
): Promise<LetterRun> {
	const result = await runActionNode({
		items: lettersTo('Ana'),
		credential,
		...settings,
		parameters: { ...letterParameters, ...parameters },
	});
	const [items = [], failed = []] = result.outputs.map((output) => output.map(({ json }) => json));
	const { message = '', description } = result.error ?? {};
	const hinted = result.hints.map((hint) => hint.message).join('\n');
	return { ...result, items, failed, said: `${message}\n${description}`, hinted };
}

/** Lets the node's clock leap over its waits; it stands still while a request is under way. */
export async function inFastTime<T>(work: () => Promise<T>): Promise<{ result: T; minutes: number }> {
	let underWay = 0;
	const onRequest = (message: unknown) => {
		underWay += 1;
		(message as { request: ClientRequest }).request.once('close', () => (underWay -= 1));
	};
	subscribe('http.client.request.start', onRequest);
	jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'hrtime', 'performance'] });
	try {
		const start = Date.now();
		const progress = { done: false };
		const working = work().finally(() => (progress.done = true));
		for (let idle = 0; !progress.done; idle += 1) {
			if (underWay > 0) idle = 0;
			if (idle > IDLE_TURNS) await jest.advanceTimersByTimeAsync(500);
			await new Promise((resolve) => setImmediate(resolve));
		}
		return { result: await working, minutes: (Date.now() - start) / 60_000 };
	} finally {
		jest.useRealTimers();
		unsubscribe('http.client.request.start', onRequest);
	}
}
