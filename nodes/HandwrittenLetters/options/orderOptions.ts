/** The options of an order, beside those every operation has. */
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { fieldHint } from '../../n8n/builderHints';
import { keyOption, letterPanels, textPanels } from '../letter/letterFields';
import { EMPTY_LABEL, MEANT_LABEL } from '../letter/textRules';
import { letAgentsOrder } from './letAgentsOrder';
import { orderOnLetterEvents } from './letterEvents';
import { maxLettersPerRun } from './letterLimit';
import { picturesOption } from './picturesOption';
import { maxInFlight, optionsField } from './requestOptions';

const byName = (one: { displayName: string }, other: { displayName: string }): number =>
	one.displayName.localeCompare(other.displayName);

const namesOf = (panels: INodeProperties[]) =>
	panels.toSorted(byName).map(({ displayName, name }) => ({ name: displayName, value: name }));

const fieldsThatMayBeEmpty: INodeProperties = {
	displayName: EMPTY_LABEL,
	name: 'fieldsThatMayBeEmpty',
	type: 'multiOptions',
	// Pairs have no text that an expression could leave empty.
	options: namesOf(letterPanels.filter(({ type }) => type !== 'fixedCollection')),
	default: [],
	description:
		'Fields in which an expression may find no value. In any other field, a letter with a gap is rejected before anything is sent.',
};

const textThatIsMeant: INodeProperties = {
	displayName: MEANT_LABEL,
	name: 'textThatIsMeant',
	type: 'multiOptions',
	options: namesOf(textPanels),
	default: [],
	displayOptions: { hide: { '@tool': [true] } },
	description:
		'Fields whose text is written even if it looks like a mistake, such as a placeholder or the error of a spreadsheet',
	builderHint: fieldHint('Leave out unless the user asks for a text that was rejected.'),
};

const includeInputFields: INodeProperties = {
	displayName: 'Include Input Fields',
	name: 'includeInputFields',
	type: 'boolean',
	default: true,
	description: 'Whether each letter comes back with the input item it was made from, as "input"',
	builderHint: fieldHint(
		'Leave out unless a later node needs fields of the input item: they are then in input.',
	),
};

/** Of everything that orders or checks. */
const ordering = [
	...((optionsField.options ?? []) as INodeProperties[]),
	maxInFlight,
	includeInputFields,
	letAgentsOrder,
	maxLettersPerRun,
	orderOnLetterEvents,
	picturesOption,
];

const withOptions = (options: INodeProperties[]): INodeProperties => ({
	...optionsField,
	options: options.toSorted(byName),
});

export const optionsOfLetters = withOptions([...ordering, fieldsThatMayBeEmpty, textThatIsMeant, keyOption]);

export const optionsOfBatches = withOptions([...ordering, fieldsThatMayBeEmpty, textThatIsMeant]);

/** Nothing about a checked letter is left to decide. */
export const optionsOfCheckedLetters = withOptions(ordering);

export function readIncludeInput(context: IExecuteFunctions): boolean {
	return context.getNodeParameter('options', 0, {}).includeInputFields === true;
}
