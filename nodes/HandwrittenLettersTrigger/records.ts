/**
 * The newest accepted events as text, for the workflow's static data: per event a part of its
 * `dedupe_key` and the moment of its acceptance. n8n loads, parses and writes all of static data
 * with each delivery, so every character counts.
 */

/** Nine characters of base64, 54 bits: two events alike by chance are out of the question. */
const ID_LENGTH = 9;
const ID_BYTES = 7;

/** Moments are counted in steps of 1/64³ of an hour, 14 ms: three characters of base64. */
const HOUR_MS = 3_600_000;
const STEPS_PER_HOUR = 64 ** 3;
const STEP_LENGTH = 3;

const RECORD_LENGTH = ID_LENGTH + STEP_LENGTH;
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The service is told to try again for up to 24 hours (spec, Events: Receiver rules 4). */
const REMEMBERED_HOURS = 24;

/** An accepted event. */
export interface Accepted {
	id: string;
	/** Steps since 1970. */
	step: number;
}

/** @param dedupeKey hexadecimal SHA-256. */
export function idOf(dedupeKey: string): string {
	return Buffer.from(dedupeKey.slice(0, 2 * ID_BYTES), 'hex').toString('base64url').slice(0, ID_LENGTH);
}

/** @param time milliseconds since the epoch. */
export const stepOf = (time: number): number => Math.floor((time / HOUR_MS) * STEPS_PER_HOUR);

const hourOf = (step: number): number => Math.floor(step / STEPS_PER_HOUR);

/** The whole hour is counted, so an event is remembered for 24 to 25 hours. */
export const isFresh = (step: number, now: number): boolean =>
	hourOf(stepOf(now)) - hourOf(step) <= REMEMBERED_HOURS;

export class Records {
	/** By hour since 1970: the records of that hour one after the other. */
	private readonly hours = new Map<number, string>();
	private count = 0;

	constructor(private readonly most: number) {}

	add({ id, step }: Accepted): void {
		const hour = hourOf(step);
		this.hours.set(hour, (this.hours.get(hour) ?? '') + id + inDigits(step % STEPS_PER_HOUR));
		this.count += 1;
		for (const [old, text] of this.hours) {
			if (hour - old > REMEMBERED_HOURS) this.drop(old, text);
		}
		while (this.count > this.most) {
			const oldest = Math.min(...this.hours.keys());
			this.cut(oldest, this.hours.get(oldest) ?? '', 0);
		}
	}

	remove(id: string): void {
		for (const [hour, text] of this.hours) {
			for (let at = 0; at < text.length; at += RECORD_LENGTH) {
				if (!text.startsWith(id, at)) continue;
				this.cut(hour, text, at);
				return;
			}
		}
	}

	toJSON(): Record<string, string> {
		return Object.fromEntries(this.hours);
	}

	private drop(hour: number, text: string): void {
		this.hours.delete(hour);
		this.count -= text.length / RECORD_LENGTH;
	}

	private cut(hour: number, text: string, at: number): void {
		const rest = text.slice(0, at) + text.slice(at + RECORD_LENGTH);
		if (rest === '') this.hours.delete(hour);
		else this.hours.set(hour, rest);
		this.count -= 1;
	}
}

/** What `toJSON` has written, newest first. Anything else holds no records. */
export function* read(written: unknown): Generator<Accepted> {
	if (typeof written !== 'object' || written === null) return;
	for (const [hour, text] of Object.entries(written).reverse()) {
		if (!/^\d+$/.test(hour) || typeof text !== 'string') continue;
		for (let end = text.length; end >= RECORD_LENGTH; end -= RECORD_LENGTH) {
			const at = end - RECORD_LENGTH;
			yield {
				id: text.slice(at, at + ID_LENGTH),
				step: Number(hour) * STEPS_PER_HOUR + fromDigits(text.slice(at + ID_LENGTH, end)),
			};
		}
	}
}

function inDigits(step: number): string {
	return [step >> 12, step >> 6, step].map((part) => DIGITS.charAt(part & 63)).join('');
}

function fromDigits(digits: string): number {
	return digits.split('').reduce((value, digit) => value * 64 + DIGITS.indexOf(digit), 0);
}
