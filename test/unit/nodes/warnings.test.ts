/** Which letters of a run are the same, or go to the same address (checkingLetters.test.ts has the other warnings). */
import type { CardCreateRequest } from '../../../nodes/contract/contract';
import { catalogWarnings } from '../../../nodes/HandwrittenLetters/check/catalogs';
import { findRepeats } from '../../../nodes/HandwrittenLetters/check/warnings';
import { ItemNames } from '../../../nodes/words/itemNames';

const card = (to: Partial<CardCreateRequest['to']> = {}): CardCreateRequest => ({
	to: {
		name: 'Ana',
		address_line1: 'Rua A, 1',
		city: 'Recife',
		state: 'PE',
		zip: '50030-230',
		country: 'BR',
		...to,
	},
	message: 'Oi',
});

function repeatsOf(cards: CardCreateRequest[]): string[][] {
	const letters = cards.map((one, itemIndex) => ({ card: one, itemIndex }));
	return letters.map(findRepeats(letters, new ItemNames([])));
}

const elsewhere = { address_line1: 'Rua B, 2' };

it('names an equal letter, and says of it nothing else', () => {
	expect(repeatsOf([card(), card(elsewhere), card(), card()])).toEqual([
		['The same letter is in item 3'],
		[],
		['The same letter is in item 1'],
		['The same letter is in item 1'],
	]);
});

it('names an equal address, however it is written', () => {
	const to = {
		name: 'Bia',
		address_line1: ' Rua  A, 1 ',
		address_line2: '',
		city: 'RECIFE',
		zip: '50030230',
	};
	expect(repeatsOf([card(), card(to)])).toEqual([
		['A letter to the same address is in item 2'],
		['A letter to the same address is in item 1'],
	]);
});

it.each([
	['AV. A 1, SL 2', 'Avenida Á, 1 - sala 2'],
	['R. A, 1, apto. 2', 'Rua A 1 ap 2'],
])('names an equal address where one says %j and one %j', (one, other) => {
	const [first] = repeatsOf([card({ address_line1: one }), card({ name: 'Bia', address_line1: other })]);
	expect(first).toEqual(['A letter to the same address is in item 2']);
});

it.each<Partial<CardCreateRequest['to']>>([
	elsewhere,
	{ address_line2: 'ap. 2' },
	{ city: 'Olinda' },
	{ state: 'PB' },
	{ zip: '50030-231' },
	{ country: 'PT' },
])('is silent where an address differs in %j', (to) => {
	expect(repeatsOf([card(), card({ name: 'Bia', ...to })])).toEqual([[], []]);
});

it('says nothing of a list that the letter does not need', () => {
	const unread = { styles: { unknown: 'HTTP 500', stopsOrders: false } } as const;
	const open = ['Style could not be checked: HTTP 500'];
	expect(catalogWarnings({ ...card(), style: 'sty_a' }, unread)).toEqual(open);
	expect(catalogWarnings(card(), unread)).toEqual([]);
});
