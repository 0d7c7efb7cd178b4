/**
 * What metadata must not hold, because it would come back changed (spec, Card create request:
 * metadata is returned unchanged). Nobody would see it until the letter's events are looked up.
 */

import { isDeeperThan } from '../../../contract/nesting';
import { DEEPEST_METADATA } from '../../../contract/vocabulary';
import type { Fault } from '../../../n8n/refusal';

type Found = Pick<Fault, 'text' | 'found'>;

/** Everything that would not leave as it stands. */
export function metadataFaults(metadata: unknown): Found[] {
	// The contract says so.
	if (isDeeperThan(metadata, DEEPEST_METADATA)) return [];
	return valuesIn(metadata).flatMap(([path, value]) => {
		if (path.at(-1) === '__proto__') return [CANNOT_BE_SENT];
		return typeof value === 'number' ? describeNumber(`"${path.join('.')}"`, value) : [];
	});
}

const CANNOT_BE_SENT = { text: 'has the key "__proto__", which cannot be sent: rename it' };

function describeNumber(path: string, value: number): Found[] {
	if (!Number.isFinite(value)) {
		const text = `… is ${value}, which JSON cannot hold: correct the expression, or write it as text`;
		return [{ text, found: path }];
	}
	if (!Number.isInteger(value) || Number.isSafeInteger(value)) return [];
	const text = '… has more digits than a number can hold: write it in quotes, as text';
	return [{ text, found: path }];
}

/** On all levels, with the path of each, for example `order`, `lines`, `0`. */
function valuesIn(value: unknown, path: string[] = []): Array<[path: string[], value: unknown]> {
	const parts = isList(value) || isObject(value) ? Object.entries(value) : [];
	return [[path, value], ...parts.flatMap(([key, part]) => valuesIn(part, [...path, key]))];
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value);

function hasToJson(value: object): boolean {
	return 'toJSON' in value && typeof value.toJSON === 'function';
}

/** A date becomes text as a whole: its own fields are not sent. */
function isObject(value: unknown): value is object {
	return typeof value === 'object' && value !== null && !hasToJson(value);
}
