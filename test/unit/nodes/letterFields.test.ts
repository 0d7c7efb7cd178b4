/** The table of a letter's fields has a row for each field of the contract: its types say so. */
import type { CardCreateRequest } from '../../../nodes/contract/contract';
import { addressSchema, cardCreateRequestSchema } from '../../../nodes/contract/contract';
import type { LetterField, PathIn } from '../../../nodes/HandwrittenLetters/letter/letterFields';
import { LETTER_FIELDS, LETTER_PATHS, valueAt } from '../../../nodes/HandwrittenLetters/letter/letterFields';

type Rows<Request extends { to: object }> = Record<PathIn<Request>, LetterField>;
type Recipient = CardCreateRequest['to'];

it('is whole for the contract of today, and for no other', () => {
	const today: Rows<CardCreateRequest> = LETTER_FIELDS;
	// @ts-expect-error A new field of the letter has no row.
	const letter: Rows<CardCreateRequest & { return_envelope?: boolean }> = LETTER_FIELDS;
	// @ts-expect-error A new field of the recipient has no row.
	const recipient: Rows<{ to: Recipient & { company?: string } }> = LETTER_FIELDS;
	expect([today, letter, recipient].every((rows) => rows === LETTER_FIELDS)).toBe(true);
	const { to, ...others } = cardCreateRequestSchema.shape;
	expect(to).toBe(addressSchema);
	expect([...LETTER_PATHS].sort()).toEqual(
		[...Object.keys(addressSchema.shape).map((name) => `to.${name}`), ...Object.keys(others)].sort(),
	);
});

it('says how a field is read', () => {
	const type = 'boolean' as const;
	const panel = { displayName: 'Return Envelope', name: 'returnEnvelope', type, default: false };
	// @ts-expect-error Nothing reads a field of this kind.
	const row: LetterField = { panel, onPaper: false, whenEmpty: 'usual' };
	expect(LETTER_PATHS.map((path) => LETTER_FIELDS[path].panel.type)).not.toContain(row.panel.type);
});

it('finds a value in a letter of any form', () => {
	const letter = { to: { name: 'Ana' }, message: 'Oi' };
	expect(valueAt(letter, 'to.name')).toBe('Ana');
	expect(valueAt(letter, 'message')).toBe('Oi');
	for (const other of [undefined, null, 7, 'Ana', [], { to: null }, { to: 'Ana' }])
		expect(valueAt(other, 'to.city')).toBeUndefined();
});
