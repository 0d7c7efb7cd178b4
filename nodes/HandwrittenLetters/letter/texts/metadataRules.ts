/**
 * What metadata must not hold, because it would come back changed (spec, Card create request:
 * metadata is returned unchanged). Nobody would see it until the letter's events are looked up.
 */

import { isDeeperThan } from '../../../contract/nesting';
import { DEEPEST_METADATA } from '../../../contract/vocabulary';
import type { Fault } from '../../../words/refusal';

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
	if (path.at(-1) === '__proto__') {
		found.push({ text: 'has the key "__proto__", which cannot be sent: rename it' });
	}
	const wrong = typeof value === 'number' ? describeNumber(value) : undefined;
	if (wrong !== undefined) found.push({ text: wrong, found: `"${path.join('.')}"` });
	if (typeof value !== 'object' || value === null) return;
	// A date becomes text as a whole: its own fields are not sent.
	if ('toJSON' in value && typeof value.toJSON === 'function') return;
	for (const [key, part] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
		path.push(key);
		addFaults(part, path, found);
		path.pop();
	}
}

function describeNumber(value: number): string | undefined {
	if (!Number.isFinite(value)) {
		return `… is ${value}, which JSON cannot hold: correct the expression, or write it as text`;
	}
	if (!Number.isInteger(value) || Number.isSafeInteger(value)) return undefined;
	return '… has more digits than a number can hold: write it in quotes, as text';
}
