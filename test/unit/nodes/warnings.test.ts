/** Each warning of a check: what a person should look at although the letter can be ordered. */
import type { CardCreateRequest } from '../../../nodes/contract/contract';
import { catalogWarnings } from '../../../nodes/HandwrittenLetters/check/catalogs';
import { findRepeats, limitWarnings } from '../../../nodes/HandwrittenLetters/check/warnings';
import { ItemNames } from '../../../nodes/HandwrittenLetters/tell/itemNames';

type Changes = Partial<Omit<CardCreateRequest, 'to'>> & { to?: Partial<CardCreateRequest['to']> };

const card = ({ to, ...changes }: Changes = {}): CardCreateRequest => ({
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
	...changes,
});

function repeatsOf(cards: CardCreateRequest[]): string[][] {
	const letters = cards.map((one, itemIndex) => ({ card: one, itemIndex }));
	return letters.map(findRepeats(letters, new ItemNames([])));
}

const elsewhere = { address_line1: 'Rua B, 2' };

it('names an equal letter, and says of it nothing else', () => {
	expect(repeatsOf([card(), card({ to: elsewhere }), card(), card()])).toEqual([
		['The same letter is in item 3'],
		[],
		['The same letter is in item 1'],
		['The same letter is in item 1'],
	]);
});

it('names an equal External ID; having none is nothing in common', () => {
	const cards = ['A', 'A', undefined, undefined].map((external_id, index) =>
		card({ external_id, to: { address_line1: `Rua ${index}` } }),
	);
	expect(repeatsOf(cards)).toEqual([
		['External ID A is also in item 2'],
		['External ID A is also in item 1'],
		[],
		[],
	]);
});

it.each<[string, Changes['to']]>([
	['another name', {}],
	['other capitals', { city: 'RECIFE' }],
	['other spaces', { address_line1: ' Rua  A, 1 ' }],
	['a postal code without its hyphen', { zip: '50030230' }],
	['an empty second line', { address_line2: '' }],
])('names an equal address, with %s', (_what, to) => {
	expect(repeatsOf([card(), card({ to: { name: 'Bia', ...to } })])).toEqual([
		['A letter to the same address is in item 2'],
		['A letter to the same address is in item 1'],
	]);
});

it.each<[string, Changes['to']]>([
	['street', elsewhere],
	['complement', { address_line2: 'ap. 2' }],
	['city', { city: 'Olinda' }],
	['state', { state: 'PB' }],
	['postal code', { zip: '50030-231' }],
	['country', { country: 'PT' }],
])('is silent where the %s differs', (_what, to) => {
	expect(repeatsOf([card(), card({ to: { name: 'Bia', ...to } })])).toEqual([[], []]);
});

describe('lists of the account', () => {
	const template = (variables: string[]) => ({
		templates: { entries: new Map([['tpl_a', { id: 'tpl_a', name: 'A', variables }]]) },
	});
	const letter = card({ template: 'tpl_a', style: 'sty_a' });

	it('names the variables that the API cannot fill in', () => {
		expect(catalogWarnings(letter, template(['name', 'date']))).toEqual([
			'Template tpl_a has variables that the API cannot fill in: name, date',
		]);
		expect(catalogWarnings(letter, template([]))).toEqual([]);
		expect(catalogWarnings(card(), template(['name']))).toEqual([]);
	});

	it('names a list that could not be read, where the letter needs it', () => {
		const unread = {
			templates: { unknown: 'no answer', stopsOrders: false },
			styles: { unknown: 'HTTP 500', stopsOrders: false },
		};
		expect(catalogWarnings(letter, unread)).toEqual([
			'Template could not be checked: no answer',
			'Style could not be checked: HTTP 500',
		]);
		expect(catalogWarnings(card(), unread)).toEqual([]);
	});
});

it('names the limit once a run has more letters', () => {
	expect(limitWarnings(500, 500)).toEqual([]);
	expect(limitWarnings(501, 500)).toEqual([
		'This run has 501 letters, but Maximum Letters per Run is 500: an order would be rejected',
	]);
});
