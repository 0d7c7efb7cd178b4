/** What is explored: how a run comes about, what is ordered, and how much may go wrong. */
import type { IDataObject, INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { Answer } from './letterService';

/** How often each may happen in one course. */
export interface Budget {
	/** Answers other than a good one. */
	trouble: number;
	/** n8n is killed. */
	kills: number;
	/** Somebody cancels the run. */
	cancels: number;
	/** Retry On Fail runs the node again. */
	tries: number;
	/** Retry On Fail of a caller calls again. */
	calls: number;
	/** One of these comes with another item. */
	changes: number;
	/** "Retry execution". */
	retries: number;
	/** One of these comes with another message. */
	edits: number;
	/** Another run with the same items, or another call of an agent. */
	repeats: number;
	/** The error output leads what failed back to the node. */
	loops: number;
}

export const NO_BUDGET: Budget = {
	trouble: 0,
	kills: 0,
	cancels: 0,
	tries: 0,
	calls: 0,
	changes: 0,
	retries: 0,
	edits: 0,
	repeats: 0,
	loops: 0,
};

export interface Scenario {
	name: string;
	/** How many workflows call each other before the node runs. */
	callers?: number;
	/** A tool of the AI Agent node, or a workflow as a tool of n8n's Agents. */
	agent?: 'tool' | 'workflow';
	/** What the letters have: nothing, an External ID, an Idempotency Key of their own, or that of an error item. */
	keys?: 'none' | 'externalId' | 'own' | 'ofError';
	/** The service keeps the keys of orders that it has refused. */
	keepsRefused?: boolean;
	/** "Retry execution" comes a day later, when no answer is kept any more. */
	nextDay?: boolean;
	resource?: 'card' | 'batch';
	onError?: INode['onError'];
	/** To whom the letters go. */
	names: string[];
	answers: Answer[];
	/** So much of everything is explored to its end in `npm test`, and nothing is found. */
	budget: Partial<Budget>;
	/** In `npm run explore`. */
	deeper: Partial<Budget>;
	/** What that finds: it is documented (`docs/delivery-guarantees.md`, What is not promised). */
	open?: string[];
}

const ADDRESS = { address_line1: 'Rua A, 1', city: 'Rio de Janeiro', state: 'RJ', zip: '22240-003' };

const item = (json: IDataObject, index: number): INodeExecutionData => ({
	json,
	pairedItem: { item: index },
});

export function itemsOf(names: string[]): INodeExecutionData[] {
	return names.map((name, index) => item({ name, ...ADDRESS }, index));
}

/** As the option's own text has it. */
export const KEY_OF_ERROR = "={{ $json.error.details.idempotency_key ?? '' }}";

export function parametersOf(scenario: Scenario, message: string): INodeParameters {
	const { keys = 'none', resource = 'card', agent } = scenario;
	const from = (name: string) => `={{ $json.${name} }}`;
	return {
		resource,
		operation: 'create',
		orderingMode: 'order',
		name: from('name'),
		addressLine1: from('address_line1'),
		city: from('city'),
		state: from('state'),
		zip: from('zip'),
		message,
		externalId: keys === 'externalId' ? from('name') : '',
		additionalFields: {},
		options: {
			...(keys === 'own' && { idempotencyKey: from('name') }),
			...(keys === 'ofError' && { idempotencyKey: KEY_OF_ERROR }),
			...(agent && { letAgentsOrder: true }),
		},
	};
}
