/** Reads and checks the letters of all input items before the first request. */
import type { IExecuteFunctions } from 'n8n-workflow';

import type { CardCreateRequest } from '../../shared/contract';
import type { Problem } from '../../shared/errors';
import { ParameterReader } from '../parameters';
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
	const parameters = new ParameterReader(context);
	context.getInputData().forEach((_item, itemIndex) => {
		const built = buildCard(readParameters(parameters, itemIndex), timeZone);
		if (built.value) orders.push({ itemIndex, card: built.value });
		else problems.push(...built.problems.map((text) => ({ itemIndex, text })));
	});
	return { orders, problems };
}

function readParameters(parameters: ParameterReader, itemIndex: number): CardParameters {
	const fields = NAMES.map((name) => [name, parameters.read(name, itemIndex)]);
	return {
		...(Object.fromEntries(fields) as unknown as CardParameters),
		template: parameters.readLocator('template', itemIndex),
		style: parameters.readLocator('style', itemIndex),
	};
}
