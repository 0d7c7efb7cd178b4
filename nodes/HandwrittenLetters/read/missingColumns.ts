/** Fields whose column no item of the run has, or has anything in: mostly a column that was renamed. */
import type { IExecuteFunctions } from 'n8n-workflow';

import type { Fault } from '../../n8n/refusal';
import { BATCH_SCHEDULE_LABEL } from '../fields/batchFields';
import type { LetterParameter } from '../fields/labels';
import { labels } from '../fields/labels';
import { isPlainObject } from './parameters/reference';
import { describeMissingColumn, findMissingColumn } from './texts/columns';
import { EMPTY_LABEL } from './texts/textRules';

/** An empty one of these changes when a letter leaves, or what it says. */
const DECISIVE: LetterParameter[] = ['scheduleAt', 'template', 'message'];
/** Often empty in a whole sheet, and Google Sheets then leaves the column out. */
const OPTIONAL: LetterParameter[] = ['addressLine2', 'country', 'style'];

/** Of every letter of the run. */
export function missingColumnFaults(context: IExecuteFunctions): Fault[] {
	return DECISIVE.flatMap((name) =>
		describeMissing(context, name).map((text) => ({
			field: labels[name],
			text: `has no value, because ${text}`,
			hint: `If that is intended, select ${labels[name]} in the option ${EMPTY_LABEL}`,
			inAll: true as const,
		})),
	);
}

/** Of a batch, whose date is a field of its own. */
export function missingBatchDate(context: IExecuteFunctions): Fault[] {
	return describeMissing(context, 'batchScheduleAt').map((text) => ({
		field: BATCH_SCHEDULE_LABEL,
		text: `has no value, because ${text}`,
		hint: `If that is intended, select ${labels.scheduleAt} in the option ${EMPTY_LABEL}`,
		inAll: true,
	}));
}

export function missingColumnWarnings(context: IExecuteFunctions): string[] {
	return OPTIONAL.flatMap((name) =>
		describeMissing(context, name).map((text) => `${labels[name]} is empty in all letters: ${text}`),
	);
}

function describeMissing(context: IExecuteFunctions, name: string): string[] {
	const missing = findMissingColumn(
		readRaw(context, name),
		context.getInputData().map(({ json }) => json),
	);
	return missing === undefined ? [] : [describeMissingColumn(missing)];
}

/** As it is stored: Schedule At is one of the additional fields, a template or style a locator. */
function readRaw(context: IExecuteFunctions, name: string): unknown {
	const parameters: Record<string, unknown> = context.getNode().parameters;
	const added = parameters.additionalFields;
	const raw = isPlainObject(added) && name in added ? added[name] : parameters[name];
	return isPlainObject(raw) ? raw.value : raw;
}
