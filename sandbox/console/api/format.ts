/** How the console writes what the API sends. */
import type { CardStatus } from './model';
import { EVENT_TABLE } from './model';

export const STATUS_NAMES: Readonly<Record<CardStatus, string>> = {
	queued: 'Queued',
	writing: 'Writing',
	posted: 'Posted',
	in_transit: 'In transit',
	delivered: 'Delivered',
	returned: 'Returned',
};

/** Of an event this console does not know, its name has to do. */
export function eventLabel(type: string): string {
	return EVENT_TABLE.find(({ name }) => name === type)?.label ?? type;
}

const dayAndTime = new Intl.DateTimeFormat('en-GB', {
	day: 'numeric',
	month: 'short',
	hour: '2-digit',
	minute: '2-digit',
	second: '2-digit',
});
const clockTime = new Intl.DateTimeFormat('en-GB', {
	weekday: 'short',
	day: 'numeric',
	month: 'short',
	hour: '2-digit',
	minute: '2-digit',
	second: '2-digit',
});
const fullDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

export const shortTime = (iso: string): string => dayAndTime.format(new Date(iso));
export const longTime = (iso: string): string => fullDate.format(new Date(iso));
export const tickingTime = (milliseconds: number): string => clockTime.format(milliseconds);

const UNITS = [
	['d', 86_400_000],
	['h', 3_600_000],
	['min', 60_000],
] as const;

/** How long ago, in the sandbox's time. */
export function ago(iso: string, now: number): string {
	const passed = now - Date.parse(iso);
	for (const [unit, size] of UNITS) {
		if (passed >= size) return `${Math.floor(passed / size)} ${unit} ago`;
	}
	return 'just now';
}

/** `3,402` */
export const count = (number: number): string => number.toLocaleString('en-GB');

export function plural(number: number, one: string, many = `${one}s`): string {
	return `${count(number)} ${number === 1 ? one : many}`;
}

/** A number that is the same for the same text: gives each letter its own slight tilt. */
export function numberFrom(text: string): number {
	let hash = 0;
	for (const sign of text) hash = (hash * 31 + (sign.codePointAt(0) ?? 0)) | 0;
	return Math.abs(hash);
}
