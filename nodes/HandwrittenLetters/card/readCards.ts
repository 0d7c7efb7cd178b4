/** Reads and checks the letters of all input items before the first request. */
import type { IExecuteFunctions } from 'n8n-workflow';

import type { CardCreateRequest } from '../../shared/contract';
import type { Problem } from '../../shared/errors';
import type { CardParameters } from './buildCard';
import { buildCard } from './buildCard';

const NAMES = [
	'recipient',
	'name',
	'addressLine1',
	'addressLine2',
	'city',
	'state',
	'zip',
	'country',
	'recipientJson',
	'message',
	'externalId',
	'additionalFields',
] as const;

export interface CardOrder {
	itemIndex: number;
	card: CardCreateRequest;
}

/** The letters that may be sent, in input order, and everything wrong with the others. */
export function readCards(context: IExecuteFunctions): { orders: CardOrder[]; problems: Problem[] } {
	const orders: CardOrder[] = [];
	const problems: Problem[] = [];
	const timeZone = context.getTimezone();
	context.getInputData().forEach((_item, itemIndex) => {
		const built = buildCard(readParameters(context, itemIndex), timeZone);
		if (built.value) orders.push({ itemIndex, card: built.value });
		else problems.push(...built.problems.map((text) => ({ itemIndex, text })));
	});
	return { orders, problems };
}

function readParameters(context: IExecuteFunctions, itemIndex: number): CardParameters {
	const read = (name: string, extractValue = false): unknown =>
		context.getNodeParameter(name, itemIndex, '', { extractValue });
	return {
		...(Object.fromEntries(NAMES.map((name) => [name, read(name)])) as unknown as CardParameters),
		template: read('template', true),
		style: read('style', true),
	};
}
