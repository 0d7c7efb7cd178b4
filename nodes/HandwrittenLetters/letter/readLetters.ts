/** Reads and checks the letters of all input items, each an order of its own. Nothing is sent here. */
import type { IExecuteFunctions } from 'n8n-workflow';

import type { Fault, Problem } from '../../shared/failures/refusal';
import type { RunTime } from '../input/instant';
import { ParameterReader } from '../input/parameterReader';
import type { FieldValue } from '../input/textRules';
import type { LetterParameters, TextParameter } from './build';
import { buildLetter, LOCATOR_PARAMETERS, TEXT_PARAMETERS } from './build';
import type { LetterParameter } from './labels';
import { labels } from './labels';
import { missingColumnFaults, nameEmptyColumns } from './missingColumns';
import type { Order, PlacedLetter, ReadOrders, Source } from './order';
import { takeOutPast } from './pastDates';

/** One order for each letter that is fine. */
export function readSingleLetters({ context, run }: Source): ReadOrders {
	const { letters, problems } = readLetters(context, run);
	const orders = letters.map((letter): Order => {
		const { card, itemIndex } = letter;
		return { letters: [letter], body: card, part: 0, list: itemIndex };
	});
	return { orders, ...takeOutPast(context, problems) };
}

/** The letters that may be sent, in input order, and everything wrong with the others. */
export function readLetters(
	context: IExecuteFunctions,
	run: RunTime,
): { letters: PlacedLetter[]; problems: Problem[] } {
	const letters: PlacedLetter[] = [];
	const problems: Problem[] = [];
	const parameters = new ParameterReader(context);
	const missingColumns = missingColumnFaults(context);
	const missingColumnsFor = (itemIndex: number): Fault[] => {
		if (missingColumns.length === 0) return [];
		const allowed = readGapsAllowedIn(parameters, itemIndex).map((name) => labels[name as LetterParameter]);
		return missingColumns.filter(({ field }) => !allowed.includes(field ?? ''));
	};
	context.getInputData().forEach((_item, itemIndex) => {
		const built = buildLetter(readParameters(parameters, itemIndex), run);
		const { externalId, name, problems: own } = built;
		const missing = missingColumnsFor(itemIndex).filter(
			({ field }) => !own.some((one) => one.field === field),
		);
		if (built.value && missing.length === 0) letters.push({ itemIndex, card: built.value });
		for (const fault of [...own, ...missing]) problems.push({ itemIndex, externalId, name, ...fault });
	});
	return { letters, problems: nameEmptyColumns(context, problems) };
}

/** The parameters in which an expression may give nothing, or a word such as `null`. */
export function readGapsAllowedIn(parameters: ParameterReader, itemIndex: number): string[] {
	const { allowGapsIn } = parameters.read('options', itemIndex) as { allowGapsIn?: string | string[] | null };
	// An expression may give one name, or none.
	return [allowGapsIn ?? []].flat();
}

function readParameters(parameters: ParameterReader, itemIndex: number): LetterParameters {
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
		recipientJson: parameters.readJson('recipientJson', itemIndex),
		texts: Object.fromEntries(texts) as LetterParameters['texts'],
		additionalFields: parameters.read('additionalFields', itemIndex) as LetterParameters['additionalFields'],
		gapsAllowedIn: readGapsAllowedIn(parameters, itemIndex),
	};
}
