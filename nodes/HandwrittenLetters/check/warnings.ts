/** What a person should look at before ordering, although the letter can be ordered. */
import { canonicalJson } from '../../contract/canonicalJson';
import type { CardCreateRequest } from '../../contract/contract';
import { plainWords } from '../../contract/visibleText';
import { MAX_LETTERS_LABEL } from '../fields/letterLimit';
import { labels, ON_PAPER, textsAt } from '../fields/letterPanel';
import { comparableId } from '../read/texts/plainForm';
import type { KnownCatalogs } from './catalogs';
import { LISTED } from './catalogs';

/** What the letters of a run share; each is told of the first other one. */
export class Repeats {
	private readonly letters = new Places();
	private readonly externalIds = new Places();
	private readonly addresses = new Places();
	private readonly compared = new Map<CardCreateRequest, ReturnType<typeof compare>>();

	/** @param place for example "item 2". */
	add(card: CardCreateRequest, place: string): void {
		const own = compare(card);
		this.compared.set(card, own);
		this.letters.add(own.letter, place);
		this.externalIds.add(own.externalId, place);
		this.addresses.add(own.address, place);
	}

	/** An equal letter has an equal address: this is said once. */
	of(card: CardCreateRequest, place: string): string[] {
		const own = this.compared.get(card);
		const letter = this.letters.other(own?.letter, place);
		if (letter !== undefined) return [`The same letter is in ${letter}`];
		const id = this.externalIds.other(own?.externalId, place);
		const address = this.addresses.other(own?.address, place);
		return [
			...(id === undefined ? [] : [`External ID ${card.external_id ?? ''} is also in ${id}`]),
			...(address === undefined ? [] : [`A letter to the same address is in ${address}`]),
		];
	}
}

/** Made once of each letter: a run may have tens of thousands. */
const compare = (card: CardCreateRequest) => ({
	letter: canonicalJson(card),
	externalId: card.external_id === undefined ? undefined : comparableId(card.external_id),
	address: addressOf(card),
});

/** The first two places of each value. */
class Places {
	private readonly known = new Map<string, [first: string, second?: string]>();

	add(value: string | undefined, place: string): void {
		if (value === undefined) return;
		const places = this.known.get(value);
		if (places === undefined) this.known.set(value, [place]);
		else places[1] ??= place;
	}

	other(value: string | undefined, place: string): string | undefined {
		const [first, second] = (value === undefined ? undefined : this.known.get(value)) ?? [];
		return first === place ? second : first;
	}
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

/** A list that could not be read for now leaves its question open. */
export function catalogWarnings(card: CardCreateRequest, catalogs: KnownCatalogs): string[] {
	const open = LISTED.flatMap((field) => {
		const known = card[field] === undefined ? undefined : catalogs[`${field}s`];
		const isOpen = known !== undefined && 'unknown' in known && !known.stopsOrders;
		return isOpen ? [`${labels[field]} could not be checked: ${known.unknown}`] : [];
	});
	const { template = '' } = card;
	const { templates } = catalogs;
	const known = templates !== undefined && 'entries' in templates ? templates.entries : undefined;
	const variables = known?.get(template)?.variables ?? [];
	if (variables.length === 0) return open;
	return [`Template ${template} has variables that the API cannot fill in: ${variables.join(', ')}`, ...open];
}

export function limitWarnings(letters: number, most: number): string[] {
	if (letters <= most) return [];
	return [`This run has ${letters} letters, but ${MAX_LETTERS_LABEL} is ${most}: an order would be rejected`];
}
