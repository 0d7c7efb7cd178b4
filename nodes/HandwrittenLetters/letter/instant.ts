/** Reads a date and time as people and expressions give them. */
import { DateTime } from 'luxon';

import { instantSchema } from '../../contract/contract';
import type { Fault } from '../../words/refusal';

/** What a date is read and judged by. */
export interface RunTime {
	/** IANA name; the time zone of a date that has no offset of its own. */
	timeZone: string;
	/** In milliseconds; a retry of the run has the same, so that its dates stay valid. */
	begunAt: number;
}

/** A day in full, alone or with a time: luxon would make today's 9 o'clock of `09:00`. */
const FULL_DATE = /^\d{4}(?:-\d{2}-\d{2}|\d{4})(?:[T ]|$)/i;

/** A `schedule_at` with an explicit offset. */
export function readInstant(
	value: unknown,
	run: RunTime,
	field: string,
	faults: Fault[],
): string | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	const at = toDateTime(value, run.timeZone)?.toISO({ suppressMilliseconds: true }) ?? undefined;
	// Luxon knows years and offsets that the service does not.
	if (at === undefined || !instantSchema.safeParse(at).success) {
		faults.push({
			field,
			text: 'must be a date, with or without a time, for example 2030-12-01T09:00:00',
			given: JSON.stringify(value),
		});
		return undefined;
	}
	const past = describePast(at, run);
	if (past !== undefined) faults.push({ field, ...past, hint: IF_PAST });
	return past === undefined ? at : undefined;
}

const IF_PAST =
	'Give a later date, or none; if the letter was ordered before, take it out with a Filter before this node';

/** Why an instant cannot be waited for; undefined for one that is still to come. */
export function describePast(at: string, { begunAt }: RunTime): Omit<Fault, 'field'> | undefined {
	if (!(Date.parse(at) < begunAt)) return undefined;
	return { text: 'must not be before the start of this run', given: at, isPast: true };
}

function toDateTime(value: unknown, timeZone: string): DateTime | undefined {
	if (DateTime.isDateTime(value)) return value;
	if (value instanceof Date) return DateTime.fromJSDate(value, { zone: timeZone });
	if (typeof value !== 'string' || !FULL_DATE.test(value.trim())) return undefined;
	const options = { zone: timeZone, setZone: /(?:z|[+-]\d{2}:?\d{2})$/i.test(value.trim()) };
	const iso = DateTime.fromISO(value.trim(), options);
	return iso.isValid ? iso : DateTime.fromSQL(value.trim(), options);
}
