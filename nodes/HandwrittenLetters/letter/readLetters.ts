/** Reads and checks the letters of all input items before the first request. */
import type { IExecuteFunctions } from 'n8n-workflow';

import type { CardCreateRequest } from '../../shared/contract';
import type { RunTime } from '../input/instant';
import { ParameterReader } from '../input/parameterReader';
import type { Problem } from '../input/problems';
import type { FieldValue } from '../input/textRules';
import { readBegunAt } from '../order/runIdentity';
import type { CardParameters, TextParameter } from './build';
import { buildCard, LOCATOR_PARAMETERS, TEXT_PARAMETERS } from './build';

export interface CardOrder {
	itemIndex: number;
	card: CardCreateRequest;
}

/** The letters that may be sent, in input order, and everything wrong with the others. */
export function readCards(context: IExecuteFunctions): { orders: CardOrder[]; problems: Problem[] } {
	const orders: CardOrder[] = [];
	const problems: Problem[] = [];
	const run = readRunTime(context);
	const parameters = new ParameterReader(context);
	context.getInputData().forEach((_item, itemIndex) => {
		const built = buildCard(readParameters(parameters, itemIndex), run);
		const { externalId } = built;
		if (built.value) orders.push({ itemIndex, card: built.value });
		else for (const fault of built.problems) problems.push({ itemIndex, externalId, ...fault });
	});
	return { orders, problems };
}

/** A retry of the execution began when the execution did, so a date it has waited for stays valid. */
export function readRunTime(context: IExecuteFunctions): RunTime {
	return {
		timeZone: context.getTimezone(),
		begunAt: readBegunAt(context) ?? Date.now(),
	};
}

/** The parameters in which an expression may give nothing, or a word such as `null`. */
export function readGapsAllowedIn(parameters: ParameterReader, itemIndex: number): string[] {
	const { allowGapsIn = [] } = parameters.read('options', itemIndex) as { allowGapsIn?: string[] };
	return allowGapsIn;
}

function readParameters(parameters: ParameterReader, itemIndex: number): CardParameters {
	const texts: Array<[TextParameter, FieldValue]> = [
		...TEXT_PARAMETERS.map((name): [TextParameter, FieldValue] => [
			name,
			parameters.readText(name, itemIndex),
		]),
		...LOCATOR_PARAMETERS.map((name): [TextParameter, FieldValue] => [
			name,
			parameters.readLocator(name, itemIndex),
		]),
	];
	return {
		recipient: parameters.read('recipient', itemIndex),
		recipientJson: parameters.readWhole('recipientJson', itemIndex),
		texts: Object.fromEntries(texts) as CardParameters['texts'],
		additionalFields: parameters.read('additionalFields', itemIndex) as CardParameters['additionalFields'],
		gapsAllowedIn: readGapsAllowedIn(parameters, itemIndex),
	};
}
