/**
 * The newest accepted events as text, for the workflow's static data: per event a part of its
 * `dedupe_key` and the moment of its acceptance. n8n loads, parses and writes all of static data
 * with each delivery, so every character counts.
 */

/** Nine characters of base64, 54 bits: two events alike by chance are out of the question. */
const ID_LENGTH = 9;

/** Moments are counted in steps of 1/64³ of an hour, 14 ms: three characters of base64. */
const HOUR_MS = 3_600_000;
const STEPS_PER_HOUR = 64 ** 3;
const STEP_LENGTH = 3;

const RECORD_LENGTH = ID_LENGTH + STEP_LENGTH;
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The service is told to try again for up to 24 hours (spec, Events: Receiver rules 4). */
export const REMEMBERED_HOURS = 24;

/** An accepted event. */
export interface Accepted {
	id: string;
	/** Steps since 1970. */
	step: number;
}

/** @param dedupeKey hexadecimal SHA-256. */
export function idOf(dedupeKey: string): string {
	return Buffer.from(dedupeKey, 'hex').toString('base64url').slice(0, ID_LENGTH);
}

/** @param time milliseconds since the epoch. */
export const stepOf = (time: number): number => Math.floor((time / HOUR_MS) * STEPS_PER_HOUR);

/** The first millisecond of the step. */
export const timeOf = (step: number): number => Math.ceil((step * HOUR_MS) / STEPS_PER_HOUR);

const hourOf = (step: number): number => Math.floor(step / STEPS_PER_HOUR);

/**
 * The whole hour is counted, so an event is remembered for 24 to 25 hours. One from more than an hour
 * ahead is dropped: after a clock was set back it would not age, and would push out newer ones.
 */
export function isFresh(step: number, now: number): boolean {
	const present = stepOf(now);
	return hourOf(present) - hourOf(step) <= REMEMBERED_HOURS && step - present <= STEPS_PER_HOUR;
}

export class SeenEventLog {
	/** By hour since 1970: the records of that hour one after the other. */
	private readonly hours = new Map<number, string>();

	constructor(private readonly most: number) {}

	add({ id, step }: Accepted, now: number): void {
		const hour = hourOf(step);
		this.hours.set(hour, (this.hours.get(hour) ?? '') + id + inDigits(step % STEPS_PER_HOUR));
		let length = 0;
		for (const [each, text] of this.hours) {
			// Where its first moment is not fresh, none is.
			if (isFresh(each * STEPS_PER_HOUR, now)) length += text.length;
			else this.hours.delete(each);
		}
		if (length > this.most * RECORD_LENGTH) this.cut(Math.min(...this.hours.keys()), 0);
	}

	remove(id: string): void {
		for (const [hour, text] of this.hours) {
			for (let at = text.indexOf(id); at >= 0; at = text.indexOf(id, at + 1)) {
				if (at % RECORD_LENGTH !== 0) continue;
				this.cut(hour, at);
				return;
			}
		}
	}

	toJSON(): Record<string, string> {
		return Object.fromEntries(this.hours);
	}

	private cut(hour: number, at: number): void {
		const text = this.hours.get(hour) ?? '';
		const rest = text.slice(0, at) + text.slice(at + RECORD_LENGTH);
		if (rest === '') this.hours.delete(hour);
		else this.hours.set(hour, rest);
	}
}

/** What `toJSON` gave, newest first. Anything else holds no records. */
export function* read(stored: unknown): Generator<Accepted> {
	if (typeof stored !== 'object' || stored === null) return;
	for (const [hour, text] of Object.entries(stored).reverse()) {
		if (!/^\d+$/.test(hour) || typeof text !== 'string') continue;
		for (let end = text.length; end >= RECORD_LENGTH; end -= RECORD_LENGTH) {
			const at = end - STEP_LENGTH;
			const step = Number(hour) * STEPS_PER_HOUR + fromDigits(text.slice(at, end));
			yield { id: text.slice(at - ID_LENGTH, at), step };
		}
	}
}

function inDigits(step: number): string {
	return [step >> 12, step >> 6, step].map((part) => DIGITS.charAt(part & 63)).join('');
}

function fromDigits(digits: string): number {
	return digits.split('').reduce((value, digit) => value * 64 + DIGITS.indexOf(digit), 0);
}
