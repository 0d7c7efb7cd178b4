/** The options of an order, beside those every operation has. */
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { fieldHint } from '../../shared/builder/builderHints';
import { GAPS_LABEL } from '../input/textRules';
import { skipPastDates } from '../letter/pastDates';
import { optionsField } from '../run/requestOptions';
import { letAgentsOrder } from './agentTool';
import { maxLettersPerRun } from './letterLimit';
import { picturesOption } from './picturesOption';

const allowGapsIn: INodeProperties = {
	displayName: GAPS_LABEL,
	name: 'allowGapsIn',
	type: 'multiOptions',
	options: [
		{ name: 'Address Line 1', value: 'addressLine1' },
		{ name: 'Address Line 2', value: 'addressLine2' },
		{ name: 'City', value: 'city' },
		{ name: 'Country', value: 'country' },
		{ name: 'Custom Key', value: 'idempotencyKey' },
		{ name: 'External ID', value: 'externalId' },
		{ name: 'Message', value: 'message' },
		{ name: 'Name', value: 'name' },
		{ name: 'Postal Code (CEP)', value: 'zip' },
		{ name: 'Schedule At', value: 'scheduleAt' },
		{ name: 'State', value: 'state' },
		{ name: 'Style', value: 'style' },
		{ name: 'Template', value: 'template' },
	],
	default: [],
	description:
		'Fields in which an expression may find no value. A letter with a gap in any other field is rejected before anything is sent.',
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

const options = [
	...((optionsField.options ?? []) as INodeProperties[]),
	allowGapsIn,
	includeInputFields,
	letAgentsOrder,
	maxLettersPerRun,
	picturesOption,
];

const inOrder = (unsorted: INodeProperties[]): INodeProperties[] =>
	unsorted.sort((one, other) => one.displayName.localeCompare(other.displayName));

/** A batch without one of its items would be another batch, so it skips none. */
export const optionsOfBatches: INodeProperties = { ...optionsField, options: inOrder([...options]) };

export const optionsOfLetters: INodeProperties = {
	...optionsField,
	options: inOrder([...options, skipPastDates]),
};

export function readIncludeInput(context: IExecuteFunctions): boolean {
	return context.getNodeParameter('options', 0, {}).includeInputFields === true;
}
