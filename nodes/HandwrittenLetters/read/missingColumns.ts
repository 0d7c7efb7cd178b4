/** Fields whose column no item of the run has, or has anything in: mostly a column that was renamed. */
import type { IExecuteFunctions } from 'n8n-workflow';

import type { Fault } from '../../n8n/refusal';
import { inFull } from '../../n8n/refusal';
import { batchScheduleAt } from '../fields/batchFields';
import type { LetterField } from '../fields/letterFields';
import { LETTER_FIELDS } from '../fields/letterFields';
import { additionalFields, labels } from '../fields/letterPanel';
import { isPlainObject } from './parameters/reference';
import { describeMissingColumn, findMissingColumn } from './texts/columns';
import { EMPTY_LABEL } from './texts/textRules';

type Missing = ReturnType<typeof describeMissingColumn>;

/** Of every letter of the run, with the parameter of each. */
export function missingColumnFaults(context: IExecuteFunctions): Array<{ name: string; fault: Fault }> {
	return panelsOf('decides').flatMap(({ name, displayName }) =>
		describeMissing(context, name).map((missing) => ({
			name,
			fault: toFault(displayName, missing, displayName),
		})),
	);
}

/** Of a batch, which has a date of its own. */
export function missingBatchDate(context: IExecuteFunctions): Fault[] {
	return describeMissing(context, batchScheduleAt.name).map((missing) =>
		toFault(batchScheduleAt.displayName, missing, labels.schedule_at),
	);
}

export function missingColumnWarnings(context: IExecuteFunctions): string[] {
	return panelsOf('usual').flatMap(({ name, displayName }) =>
		describeMissing(context, name).map(
			(missing) => `${displayName} is empty in all letters: ${inFull(missing)}`,
		),
	);
}

const panelsOf = (whenEmpty: LetterField['whenEmpty']) =>
	Object.values(LETTER_FIELDS).flatMap((field) => (field.whenEmpty === whenEmpty ? [field.panel] : []));

const toFault = (field: string, { text, found }: Missing, option: string): Fault => ({
	field,
	text: `has no value, because ${text}`,
	found,
	hint: `If that is intended, select ${option} in the option ${EMPTY_LABEL}`,
	inAll: true,
});

function describeMissing(context: IExecuteFunctions, name: string): Missing[] {
	const missing = findMissingColumn(
		readRaw(context, name),
		context.getInputData().map(({ json }) => json),
	);
	return missing === undefined ? [] : [describeMissingColumn(missing)];
}

/** As it is stored: dates are among the additional fields, a template or style is a locator. */
function readRaw(context: IExecuteFunctions, name: string): unknown {
	const parameters: Record<string, unknown> = context.getNode().parameters;
	const added = parameters[additionalFields.name];
	const raw = isPlainObject(added) && name in added ? added[name] : parameters[name];
	return isPlainObject(raw) ? raw.value : raw;
}
