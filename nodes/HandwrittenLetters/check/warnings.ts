/** What a person should look at before ordering, although the letter can be ordered. */
import type { IExecuteFunctions } from 'n8n-workflow';

import type { CardCreateRequest } from '../../contract/contract';
import { plainWords } from '../../contract/visibleText';
import type { Accounts } from '../../n8n/account';
import { warnOfUnencrypted } from '../../n8n/baseUrl';
import type { ItemNames } from '../../words/itemNames';
import { ON_PAPER, textsAt } from '../letter/letterPanel';
import type { PlacedLetter } from '../letter/letters';
import { missingColumnWarnings } from '../letter/missingColumns';
import { comparableId } from '../letter/texts/plainForm';
import { MAX_LETTERS_LABEL } from '../options/letterLimit';
import { changingValueWarnings, doubtfulIdWarnings } from './changingValues';
import { capitalsWarning, paperWarnings, readSheet, sheetWarnings } from './letterWarnings';

const NO_DATE = 'Schedule At is empty, but other letters of this run have a date';

/** By input item, as far as the service need not be asked. */
export function readWarnings(
	context: IExecuteFunctions,
	accounts: Accounts,
	letters: PlacedLetter[],
	names: ItemNames,
): (itemIndex: number) => string[] {
	const node = context.getNode();
	const forAll = [
		...accounts.all.flatMap(({ baseUrl }) => warnOfUnencrypted(baseUrl)),
		...changingValueWarnings(node),
		...doubtfulIdWarnings(node, names.count),
		...missingColumnWarnings(context),
	];
	// Made once: the items and the hint above them ask for the same.
	const ofLetters = warnAbout(letters, names);
	return (itemIndex) => [...(ofLetters.get(itemIndex) ?? []), ...forAll];
}

/** What it compares the letters by is not kept while they are sent. */
function warnAbout(letters: PlacedLetter[], names: ItemNames): Map<number, string[]> {
	const repeats = findRepeats(letters, names);
	const capitals = capitalsWarning(letters);
	const sheet = readSheet(letters.map(({ card }) => card));
	const someWait = letters.some(({ card }) => card.schedule_at !== undefined);
	const warningsOf = (letter: PlacedLetter): string[] => [
		...repeats(letter),
		...paperWarnings(letter.card),
		...sheetWarnings(letter.card, sheet),
		...(capitals?.first === letter ? [capitals.text] : []),
		...(someWait && letter.card.schedule_at === undefined ? [NO_DATE] : []),
	];
	return new Map(letters.map((letter) => [letter.itemIndex, warningsOf(letter)]));
}

/** What the letters of a run share; each is told of the first other one. */
export function findRepeats(letters: PlacedLetter[], names: ItemNames): (letter: PlacedLetter) => string[] {
	const others = (valueOf: (card: CardCreateRequest) => string | undefined) => {
		// Made once of each letter: a run may have tens of thousands.
		const values = new Map(letters.map((letter) => [letter, valueOf(letter.card)]));
		const firstTwo = new Map<string | undefined, PlacedLetter[]>();
		for (const [letter, value] of values) {
			const known = firstTwo.get(value) ?? [];
			if (known.length < 2) firstTwo.set(value, [...known, letter]);
		}
		return (letter: PlacedLetter, say: (place: string) => string): string[] => {
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

/** Where the letter goes, whoever lives there and however it is written: "R." is "Rua". */
function addressOf({ to }: CardCreateRequest): string {
	const zip = to.zip.replace(/\D/g, '') || to.zip;
	return textsAt({ to: { ...to, zip } }, ADDRESS)
		.map(([, line]) => plainWords(line).replace(/\p{L}+/gu, (word) => WHOLE_WORDS.get(word) ?? word))
		.filter((line) => line !== '')
		.join('\n');
}

const WHOLE_WORDS = new Map(
	'r rua,av avenida,al alameda,tv travessa,trav travessa,pc praca,pca praca,rod rodovia,estr estrada,ap apto,apt apto,apartamento apto,bl bloco,qd quadra,lt lote,dr doutor,n nº,no nº'
		.split(',')
		.map((pair) => pair.split(' ') as [short: string, whole: string]),
);

const ADDRESS = ON_PAPER.filter((path) => path.startsWith('to.') && path !== 'to.name');

export function limitWarnings(letters: number, most: number): string[] {
	if (letters <= most) return [];
	return [`This run has ${letters} letters, but ${MAX_LETTERS_LABEL} is ${most}: an order would be rejected`];
}
