/**
 * What metadata must not hold, because it would come back changed (spec, Card create request:
 * metadata is returned unchanged). Nobody would see it until the letter's events are looked up.
 */

import { isDeeperThan } from '../../../contract/nesting';
import { DEEPEST_METADATA } from '../../../contract/vocabulary';
import type { Fault } from '../../../n8n/refusal';

type Found = Pick<Fault, 'text' | 'found'>;

/** More would help nobody to correct it, and one message may hold millions. */
const MOST_FAULTS = 20;

/** Whatever would not leave as it stands. */
export function metadataFaults(metadata: unknown): Found[] {
	const found: Found[] = [];
	// The contract says so.
	if (!isDeeperThan(metadata, DEEPEST_METADATA)) addFaults(metadata, [], found);
	return found;
}

/** @param path for example `order`, `lines`, `0`; one for all, because there may be millions of values. */
function addFaults(value: unknown, path: Array<string | number>, found: Found[]): void {
	if (found.length >= MOST_FAULTS) return;
	if (path.at(-1) === '__proto__') found.push(CANNOT_BE_SENT);
	const wrong = typeof value === 'number' ? describeNumber(value) : undefined;
	if (wrong !== undefined) found.push({ text: wrong, found: `"${path.join('.')}"` });
	for (const [key, part] of partsOf(value)) {
		path.push(key);
		addFaults(part, path, found);
		path.pop();
	}
}

const CANNOT_BE_SENT = { text: 'has the key "__proto__", which cannot be sent: rename it' };

function describeNumber(value: number): string | undefined {
	if (!Number.isFinite(value)) {
		return `… is ${value}, which JSON cannot hold: correct the expression, or write it as text`;
	}
	if (!Number.isInteger(value) || Number.isSafeInteger(value)) return undefined;
	return '… has more digits than a number can hold: write it in quotes, as text';
}

function partsOf(value: unknown): Iterable<[key: string | number, part: unknown]> {
	if (isList(value)) return value.entries();
	return isObject(value) ? Object.entries(value) : [];
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value);

function hasToJson(value: object): boolean {
	return 'toJSON' in value && typeof value.toJSON === 'function';
}

/** A date becomes text as a whole: its own fields are not sent. */
function isObject(value: unknown): value is object {
	return typeof value === 'object' && value !== null && !hasToJson(value);
}
