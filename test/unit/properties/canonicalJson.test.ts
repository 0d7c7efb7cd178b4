/** What the keys are made of: the sequence of properties does not matter, and everything else does. */
import fc from 'fast-check';

import { canonicalJson } from '../../../nodes/contract/json';

const json = fc.jsonValue({ maxDepth: 4 });

/** The same value, its properties in another sequence. */
function reversed(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(reversed);
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).map(([name, part]): [string, unknown] => [name, reversed(part)]);
	return Object.fromEntries(entries.reverse());
}

it('the sequence of the properties does not matter', () => {
	fc.assert(
		fc.property(json, (value) => {
			expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
		}),
	);
});

it('the value can be read from it again, so distinct values stay distinct', () => {
	fc.assert(
		fc.property(json, (value) => {
			const plain: unknown = JSON.parse(JSON.stringify(value));
			expect(JSON.parse(canonicalJson(value))).toEqual(plain);
		}),
	);
});
