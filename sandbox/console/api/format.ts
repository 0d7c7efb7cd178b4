/** How the console writes what the API sends. */
import { locale } from '../words/language';
import { fillText, words } from '../words/words';
import { EVENT_TABLE } from './model';

/** Of an event that has no words here yet, the contract's label or its name has to do. */
export function eventLabel(type: string): string {
	const known: Readonly<Record<string, string>> = words.events;
	return known[type] ?? EVENT_TABLE.find(({ name }) => name === type)?.label ?? type;
}

const dayAndTime = new Intl.DateTimeFormat(locale, {
	day: 'numeric',
	month: 'short',
	hour: '2-digit',
	minute: '2-digit',
	second: '2-digit',
	timeZoneName: 'short',
});
const day = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short' });
const clockTime = new Intl.DateTimeFormat(locale, { timeStyle: 'long' });
const fullDate = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long' });

export const shortTime = (iso: string): string => dayAndTime.format(new Date(iso));
export const longTime = (iso: string): string => fullDate.format(new Date(iso));
export const dayOf = (milliseconds: number): string => day.format(milliseconds);
export const timeOf = (milliseconds: number): string => clockTime.format(milliseconds);

const UNITS = [
	[words.ui.daysAgo, 86_400_000],
	[words.ui.hoursAgo, 3_600_000],
	[words.ui.minutesAgo, 60_000],
] as const;

/** How long ago, in the sandbox's time. */
export function ago(iso: string, now: number): string {
	const passed = now - Date.parse(iso);
	for (const [text, size] of UNITS) {
		if (passed >= size) return fillText(text, { number: Math.floor(passed / size) });
	}
	return words.ui.justNow;
}

/** A text with a slot for the number. */
type Counted = `${string}{number}${string}`;

/** `3,402` */
export const count = (number: number): string => number.toLocaleString(locale);

export function plural(number: number, one: Counted, many: Counted): string {
	return fillText(number === 1 ? one : many, { number: count(number) });
}

/** A number that is the same for the same text: gives each letter its own slight tilt. */
export function numberFrom(text: string): number {
	let hash = 0;
	for (const sign of text) hash = (hash * 31 + (sign.codePointAt(0) ?? 0)) | 0;
	return Math.abs(hash);
}
