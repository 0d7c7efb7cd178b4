import type { Address, CardCreateRequest } from '../../../nodes/contract/contract';
import { letterWarnings } from '../../../nodes/HandwrittenLetters/check/letterWarnings';

const to = { name: 'Ana', address_line1: 'Rua A, 1', city: 'Recife', state: 'PE', zip: '50030-230' };
const warn = (card: Partial<CardCreateRequest>, address: Partial<Address> = {}) =>
	letterWarnings([])({ message: 'Oi', ...card, to: { ...to, ...address } });

it('says nothing of a letter that is fine', () => {
	expect(warn({})).toEqual([]);
	expect(warn({ message: undefined, template: 'tpl_birthday' })).toEqual([]);
	expect(warn({ message: 'Obrigado pela sua compra. '.repeat(25) })).toEqual([]);
	expect(warn({}, { state: '75', zip: '75001', country: 'FR' })).toEqual([]);
});

it('counts the lines of a long text', () => {
	const said = (lines: string) =>
		expect.stringMatching(
			`^Message takes ${lines} lines in the picture. The letter service publishes no limit`,
		) as string;
	expect(warn({ message: 'Oi\n'.repeat(22) })).toEqual([]);
	expect(warn({ message: `${'Oi\n'.repeat(22)}Oi` })).toEqual([said('23')]);
	expect(warn({ message: 'muito obrigado '.repeat(100) })).toEqual([said('\\d+')]);
});

it('counts the characters of a line of the envelope', () => {
	expect(warn({ message: 'a'.repeat(61) }, { address_line1: `${'a'.repeat(59)}1` })).toEqual([]);
	expect(warn({}, { address_line2: 'a'.repeat(61) })).toEqual([
		'Address Line 2 has 61 characters: ask the letter service whether they fit on one line',
	]);
});
