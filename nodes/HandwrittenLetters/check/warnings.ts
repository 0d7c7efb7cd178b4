/** What a person should look at before ordering, although the letter can be ordered. */
import type { IExecuteFunctions, INode } from 'n8n-workflow';

import type { CardCreateRequest } from '../../contract/contract';
import { plainWords } from '../../contract/visibleText';
import type { ItemNames } from '../../words/itemNames';
import { codeIn, isEmptinessMeant, isPlainObject } from '../letter/expression';
import { LETTER_FIELDS, LETTER_PATHS, ON_PAPER, textsAt, valueAt } from '../letter/letterFields';
import type { Found } from '../letter/letters';
import { comparableId } from '../letter/validate';
import type { Letter } from '../service/request';
import { letterWarnings } from './letterWarnings';

/** By input item, as far as the service need not be asked. */
export function readWarnings(
	context: IExecuteFunctions,
	found: Found[],
	names: ItemNames,
): (itemIndex: number) => string[] {
	const node = context.getNode();
	const ofRequests = found.flatMap(({ requests }) => requests.flatMap(({ letters }) => letters));
	const letters = [...ofRequests, ...found.flatMap(({ drafts }) => drafts)];
	const forAll = doubtfulIdWarnings(node, names.count);
	const once = new Map([[letters[0]?.itemIndex, emptyFieldWarnings(node, letters)]]);
	const repeats = findRepeats(letters, names);
	const warningsOf = letterWarnings(letters.map(({ card }) => card));
	const ofLetters = new Map(
		letters.map((letter) => [letter.itemIndex, [...repeats(letter), ...warningsOf(letter.card)]]),
	);
	return (itemIndex) => [ofLetters, once].flatMap((own) => own.get(itemIndex) ?? []).concat(forAll);
}

/** A column that was renamed, or one that is empty in every row. */
function emptyFieldWarnings({ parameters }: INode, letters: Letter[]): string[] {
	if (letters.length < 2) return [];
	return LETTER_PATHS.flatMap((path) => {
		const { panel, whenEmpty } = LETTER_FIELDS[path];
		const given: unknown = parameters[panel.name];
		const raw = isPlainObject(given) ? given.value : given;
		const isAsked = typeof raw === 'string' && raw.startsWith('=') && !isEmptinessMeant(raw);
		if (whenEmpty !== 'usual' || !isAsked) return [];
		const gaveNothing = letters.every(({ card }) => valueAt(card, path) === undefined);
		return gaveNothing ? [`${panel.displayName} gave nothing for all ${letters.length} letters`] : [];
	});
}

/** An External ID that names the place of an item, or all items at once, is no letter's own. */
function doubtfulIdWarnings({ parameters }: INode, items: number): string[] {
	const { externalId } = parameters;
	const place = codeIn(externalId).match(/\$itemIndex\b|\brow_number\b/)?.[0];
	if (place !== undefined) {
		return [
			`External ID uses ${place}, which is the item's place in the list: in another list, that is another letter. ${OWN_NUMBER}`,
		];
	}
	const isFixed = typeof externalId === 'string' && externalId.trim() !== '' && !externalId.startsWith('=');
	return isFixed && items > 1 ? [`External ID is the same for all items. ${OWN_NUMBER}`] : [];
}

const OWN_NUMBER = 'Take a number of the letter itself, such as the order number.';

/** What the letters of a run share; each is told of the first other one. */
export function findRepeats(letters: Letter[], names: ItemNames): (letter: Letter) => string[] {
	const others = (valueOf: (card: CardCreateRequest) => string | undefined) => {
		// Made once of each letter: a run may have tens of thousands.
		const values = new Map(letters.map((letter) => [letter, valueOf(letter.card)]));
		const firstTwo = new Map<string | undefined, Letter[]>();
		for (const [letter, value] of values) {
			const known = firstTwo.get(value) ?? [];
			if (known.length < 2) firstTwo.set(value, [...known, letter]);
		}
		return (letter: Letter, say: (place: string) => string): string[] => {
			const value = values.get(letter);
			const other = value === undefined ? undefined : firstTwo.get(value)?.find((one) => one !== letter);
			return other === undefined ? [] : [say(names.of([other.itemIndex]))];
		};
	};
	const sameLetter = others((card) => (card.to.name === '' ? undefined : JSON.stringify(card)));
	const sameId = others(({ external_id: id }) => (id === undefined ? undefined : comparableId(id)));
	const sameAddress = others((card) => (card.to.address_line1 === '' ? undefined : addressOf(card)));
	return (letter) => {
		const same = sameLetter(letter, (place) => `The same letter is in ${place}`);
		// An equal letter has an equal address: this is said once.
		if (same.length > 0) return same;
		return [
			...sameId(letter, (place) => `External ID ${letter.card.external_id ?? ''} is also in ${place}`),
			...sameAddress(letter, (place) => `A letter to the same address is in ${place}`),
		];
	};
}

/** Where the letter goes, whoever lives there and however it is written. */
function addressOf({ to }: CardCreateRequest): string {
	const zip = to.zip.replace(/\D/g, '') || to.zip;
	return textsAt({ to: { ...to, zip } }, ADDRESS)
		.map(([, line]) => plainWords(line).replace(/\p{L}+/gu, (word) => IN_FULL.get(word) ?? word))
		.filter((line) => line !== '')
		.join('\n');
}

const IN_FULL = new Map([
	['av', 'avenida'],
	['r', 'rua'],
	['ap', 'apartamento'],
	['apto', 'apartamento'],
	['sl', 'sala'],
]);

const ADDRESS = ON_PAPER.filter((path) => path.startsWith('to.') && path !== 'to.name');
