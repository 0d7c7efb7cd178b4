import type { Address, CardCreateRequest } from '../../../nodes/contract/contract';
import { capitalsWarning, paperWarnings } from '../../../nodes/HandwrittenLetters/check/paperWarnings';

const to = { name: 'Ana', address_line1: 'Rua A, 1', city: 'Recife', state: 'PE', zip: '50030-230' };
const warn = (card: Partial<CardCreateRequest>, address: Partial<Address> = {}) =>
	paperWarnings({ message: 'Oi', ...card, to: { ...to, ...address } });

it('says nothing of a letter that is fine', () => {
	expect(warn({})).toEqual([]);
	expect(warn({ message: undefined, template: 'tpl_birthday' })).toEqual([]);
	expect(warn({ message: 'Obrigado pela sua compra. '.repeat(25) })).toEqual([]);
});

it('names the field of what looks wrong', () => {
	expect(warn({ message: 'Oi [Seu nome]' })).toEqual([
		'Message has "[Seu nome]", which looks like a placeholder',
	]);
	expect(warn({}, { name: 'Ana <b>Lima</b>', address_line2: 'ap. \\n 3' })).toEqual([
		'Name has "<b>", which looks like an HTML tag',
		'Address Line 2 has "\\n", which looks like a line break that was not made',
	]);
});

it('names characters that a pen may not write', () => {
	expect(warn({ message: 'Oi 😀 Привет' })).toEqual([
		'Message has characters that a pen may not write: 😀 П р и в е т. Ask the letter service, or leave them out',
	]);
});

it.each([
	['lines', 'Oi\n'.repeat(22), undefined],
	['lines', `${'Oi\n'.repeat(22)}Oi`, 23],
	['words', 'muito obrigado '.repeat(100), expect.any(Number)],
])('counts the lines of a long text of many %s', (_what, message, lines) => {
	const found = warn({ message });
	if (lines === undefined) expect(found).toEqual([]);
	else {
		expect(found).toEqual([
			expect.stringMatching(
				/^Message takes \d+ lines in the picture\. The letter service publishes no limit/,
			),
		]);
		if (lines === 23) expect(found[0]).toContain('takes 23 lines');
	}
});

it('compares postal code and state in Brazil alone', () => {
	expect(warn({}, { state: 'SP' })).toEqual([
		'Postal Code 50030-230 belongs to PE in the list of Correios, but State is SP',
	]);
	expect(warn({}, { state: '75', zip: '75001', country: 'FR' })).toEqual([]);
});

it('says once of a run that messages are all in capitals', () => {
	const [quiet, loud, louder] = [
		'Oi',
		'OLÁ, HELENA! OBRIGADO PELA SUA COMPRA.',
		'OLÁ, ANA! OBRIGADO PELA SUA VISITA DE HOJE.',
	].map((message) => ({ card: { to, message } }));
	if (quiet === undefined || loud === undefined || louder === undefined) throw new Error('Three letters');
	expect(capitalsWarning([quiet, loud])).toEqual({ first: loud, text: 'Message is all in capitals' });
	expect(capitalsWarning([loud, quiet, louder])).toEqual({
		first: loud,
		text: 'Message is all in capitals in 2 letters of this run',
	});
	expect(capitalsWarning([quiet])).toBeUndefined();
});
