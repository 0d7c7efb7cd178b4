/** The Idempotency-Key fields of every order, and the choice between their modes. */
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { Problem } from '../shared/errors';
import type { KeyMode } from '../shared/idempotency';
import { automaticKey, canonicalJson, describeRun, externalIdKey } from '../shared/idempotency';
import type { Job } from './sending';

export const keyFields: INodeProperties[] = [
	{
		displayName: 'Idempotency Key',
		name: 'idempotencyKeyMode',
		type: 'options',
		options: [
			{
				name: 'Automatic',
				value: 'automatic',
				description: 'One order per input item and run: retrying the execution re-sends nothing',
			},
			{
				name: 'Custom',
				value: 'custom',
				description: 'One order per key you give, across all runs',
			},
			{
				name: 'From External ID',
				value: 'externalId',
				description: 'One order per External ID, across all runs',
			},
		],
		default: 'automatic',
		description: 'What makes two orders the same order, so that the service creates it only once',
	},
	{
		displayName: 'Custom Key',
		name: 'idempotencyKey',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. {{ $json.orderId }}',
		description:
			'Must be the same whenever the same order is sent again, and different for every other order',
		displayOptions: { show: { idempotencyKeyMode: ['custom'] } },
	},
];

/** An order that has no key yet. */
export interface Order {
	itemIndexes: number[];
	body: object;
	externalIds: Array<string | undefined>;
	/** Counts the orders made from the same input items. */
	part?: number;
}

/**
 * Gives every order its key, before the first attempt of any. One key with two contents is
 * reported here already: the service would answer 409 (spec, Idempotency rules 3).
 */
export function assignKeys(
	context: IExecuteFunctions,
	operation: string,
	orders: Order[],
	toJob: (order: Order, idempotencyKey: string) => Job,
): { jobs: Job[]; problems: Problem[] } {
	const mode = context.getNodeParameter('idempotencyKeyMode', 0, 'automatic') as KeyMode;
	const run = describeRun(context);
	const items = context.getInputData();
	const jobs: Job[] = [];
	const problems: Problem[] = [];
	const bodies = new Map<string, string>();

	for (const order of orders) {
		const refuse = (text: string): void => {
			for (const itemIndex of order.itemIndexes) problems.push({ itemIndex, text });
		};
		const key = makeKey();
		if (key === undefined) continue;
		const body = canonicalJson(order.body);
		if ((bodies.get(key) ?? body) !== body) {
			refuse(
				`the Idempotency-Key is the same as that of an earlier item with other contents${mode === 'externalId' ? ' (same External ID)' : ''}`,
			);
			continue;
		}
		bodies.set(key, body);
		jobs.push(toJob(order, key));

		function makeKey(): string | undefined {
			if (mode === 'automatic') {
				return automaticKey(
					run,
					operation,
					order.itemIndexes.map((index) => ({ itemIndex: index, item: items[index]?.json ?? {} })),
					order.part ?? 0,
				);
			}
			if (mode === 'externalId') {
				const ids = order.externalIds.filter((id) => id !== undefined);
				if (ids.length === order.externalIds.length) return externalIdKey(operation, ids);
				refuse(withoutExternalId(order));
				return undefined;
			}
			const custom = keyText(context.getNodeParameter('idempotencyKey', order.itemIndexes[0] ?? 0, ''));
			// A header value: visible characters only, or the request could not be sent at all.
			if (/^[\x20-\x7e]{1,255}$/.test(custom)) return custom;
			refuse(`Custom Key must be 1 to 255 plain characters, but is "${custom}"`);
			return undefined;
		}
	}
	return { jobs, problems };
}

/** Empty for what is no key, such as a calculation with a field that is not there. */
function keyText(value: unknown): string {
	if (typeof value === 'string') return value.trim();
	return Number.isFinite(value) || typeof value === 'bigint' ? String(value) : '';
}

/** In a batch made of items, the user must know which one to correct. */
function withoutExternalId({ itemIndexes, externalIds }: Order): string {
	const missing = itemIndexes.filter((_item, index) => externalIds[index] === undefined);
	const ofItems =
		itemIndexes.length > 1 ? ` of item ${missing.map(String).join(', ')} in the same batch` : '';
	return `External ID${ofItems} is empty, but the Idempotency Key is to be made from it`;
}
