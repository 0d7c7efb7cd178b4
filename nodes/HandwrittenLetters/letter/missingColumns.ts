/** Fields whose column no item of the run has, or has anything in: mostly a column that was renamed. */
import type { IExecuteFunctions } from 'n8n-workflow';

import { shorten } from '../../shared/failures/excerpt';
import type { Fault, Problem } from '../../shared/failures/refusal';
import { isPlainObject } from '../input/reference';
import { GAPS_LABEL } from '../input/textRules';
import { describeMissingColumn, findMissingColumn } from '../input/texts/columns';
import { BATCH_SCHEDULE_LABEL } from './batchFields';
import type { LetterParameter } from './labels';
import { labels } from './labels';

/** An empty one of these changes when a letter leaves, or what it says. */
const DECISIVE: LetterParameter[] = ['scheduleAt', 'template', 'message'];
/** Often empty in a whole sheet, and Google Sheets then leaves the column out. */
const OPTIONAL: LetterParameter[] = ['addressLine2', 'country', 'style', 'externalId'];

/** Of every letter of the run. */
export function missingColumnFaults(context: IExecuteFunctions): Fault[] {
	return DECISIVE.flatMap((name) =>
		describeMissing(context, name).map((text) => ({
			field: labels[name],
			text: `has no value, because ${text}`,
			hint: `If that is intended, select ${labels[name]} in the option ${GAPS_LABEL}`,
			inAll: true as const,
		})),
	);
}

/** Of a batch, whose date is a field of its own. */
export function missingBatchDate(context: IExecuteFunctions): Fault[] {
	return describeMissing(context, 'batchScheduleAt').map((text) => ({
		field: BATCH_SCHEDULE_LABEL,
		text: `has no value, because ${text}`,
		hint: `If that is intended, select ${labels.scheduleAt} in the option ${GAPS_LABEL}`,
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

/** No letter is without one of these. */
const REQUIRED: LetterParameter[] = ['name', 'addressLine1', 'city', 'state', 'zip', 'message'];
const LONGEST_EXPRESSION = 60;

/** A required field that its expression leaves empty in all items is one mistake, not one of each item. */
export function nameEmptyColumns(context: IExecuteFunctions, problems: Problem[]): Problem[] {
	const { length } = context.getInputData();
	return REQUIRED.reduce((all, name) => {
		const raw = readRaw(context, name);
		const isEmpty = (problem: Problem) => problem.isEmpty === true && problem.field === labels[name];
		if (length < 2 || typeof raw !== 'string' || !raw.startsWith('=')) return all;
		if (all.filter(isEmpty).length < length) return all;
		const code = shorten(raw.slice(1), LONGEST_EXPRESSION);
		const text = `is empty in all ${length} items: check the column name in ${code}`;
		return all.map((problem) => (isEmpty(problem) ? { ...problem, text, inAll: true as const } : problem));
	}, problems);
}

/** As it is stored: Schedule At is one of the additional fields, a template or style a locator. */
function readRaw(context: IExecuteFunctions, name: string): unknown {
	const parameters: Record<string, unknown> = context.getNode().parameters;
	const added = parameters.additionalFields;
	const raw = isPlainObject(added) && name in added ? added[name] : parameters[name];
	return isPlainObject(raw) ? raw.value : raw;
}
