/**
 * What to look at before a letter is on paper: it can be ordered as it is, and may not be meant. Each rule is
 * narrow, so that a right list makes no noise.
 */
import type { CardCreateRequest } from '../../contract/contract';
import { DEFAULT_COUNTRY } from '../../contract/contract';
import { describeWrongState } from '../../contract/countries';
import { plainWords } from '../../contract/visibleText';
import type { LetterPath } from '../letter/letterFields';
import { labels, ON_PAPER, textsAt } from '../letter/letterPanel';
import { describeOdd, describeOddName, IN_ADDRESSES, IN_NAMES, isAllCapitals } from '../letter/texts/oddText';
import { charactersWithoutGlyph } from './picture/handwriting';
import { countLines, LONG_TEXT } from './picture/letterPicture';

const saidOf = (path: LetterPath, found: string[]): string[] =>
	found.map((what) => `${labels[path]} ${what}`);

/** A text this short has no more lines than the page of a drawing. */
const SHORT = 500;

export function paperWarnings(card: CardCreateRequest): string[] {
	const found = textsAt(card, ON_PAPER).flatMap(([path, text]) =>
		saidOf(path, [...describeOdd(text), ...withoutGlyph(text), ...(path === 'message' ? [] : tooWide(text))]),
	);
	found.push(...saidOf('to.name', describeOddName(card.to.name)));
	found.push(...saidOf('message', tooLong(card.message ?? '')));
	const wrongState = describeWrongState(card.to);
	return wrongState === undefined ? found : [...found, wrongState];
}

const MOST_NAMED = 10;

function withoutGlyph(text: string): string[] {
	const missing = charactersWithoutGlyph(text);
	if (missing.length === 0) return [];
	const named = missing.slice(0, MOST_NAMED).join(' ');
	return [`has characters that a pen may not write: ${named}. Ask the letter service, or leave them out`];
}

function tooLong(message: string): string[] {
	if (message.length < SHORT && message.split('\n').length <= LONG_TEXT) return [];
	const lines = countLines(message);
	if (lines <= LONG_TEXT) return [];
	return [`takes ${lines} lines in the picture. The letter service publishes no limit: ask whether it fits`];
}

/** No envelope is wider, whoever writes it. */
const LONGEST_LINE = 60;

function tooWide({ length }: string): string[] {
	if (length <= LONGEST_LINE) return [];
	return [`has ${length} characters: ask the letter service whether they fit on one line`];
}

/** Once a run: a message all in capitals is seldom meant, and then it is meant for all. */
export function capitalsWarning<Letter extends { card: CardCreateRequest }>(
	letters: Letter[],
): { first: Letter; text: string } | undefined {
	const loud = letters.filter(({ card }) => isAllCapitals(card.message ?? ''));
	const [first] = loud;
	if (first === undefined) return undefined;
	const more = loud.length > 1 ? ` in ${loud.length} letters of this run` : '';
	return { first, text: `${labels.message} is all in capitals${more}` };
}

/** What is usual among the letters of a run: several rules speak only where the others are otherwise. */
export interface Sheet {
	givenNames: Set<string>;
	/** Hardly any name is all in capitals. */
	isQuiet: boolean;
	/** Hardly any message is a word or two. */
	isWordy: boolean;
}

/** At most one of four. */
const areFew = (some: number, all: number): boolean => some * 4 <= all;

export function readSheet(cards: CardCreateRequest[]): Sheet {
	const count = (is: (card: CardCreateRequest) => boolean) => cards.filter(is).length;
	return {
		givenNames: new Set(cards.map(({ to }) => plainWords(to.name).split(' ')[0] ?? '')),
		isQuiet: areFew(count(isLoud), cards.length),
		isWordy: areFew(count(isTerse), cards.length),
	};
}

/** A cell in the wrong column, a greeting from another row. */
type Rule = (card: CardCreateRequest, sheet: Sheet) => string | false | undefined;

const RULES: Rule[] = [
	(card, { isQuiet }) =>
		isQuiet && isLoud(card) && `${labels['to.name']} is all in capitals, unlike the others`,
	(card) =>
		isBrazilian(card) &&
		card.to.address_line1 !== '' &&
		!hasPlace(card) &&
		`${labels['to.address_line1']} has no house number. If there is none, write s/n`,
	(card) => namesItsCity(card) && `${labels['to.address_line1']} has city and state in it, too`,
	(card, sheet) => {
		const other = greetsAnother(card, sheet);
		return other !== undefined && `${labels.message} greets ${other}, but the letter is to ${card.to.name}`;
	},
	(card, { isWordy }) => isWordy && isTerse(card) && `${labels.message} is much shorter than the others`,
];

export function sheetWarnings(card: CardCreateRequest, sheet: Sheet): string[] {
	const lines = isBrazilian(card) ? textsAt(card, ['to.address_line1', 'to.address_line2', 'to.city']) : [];
	return [
		...saidOf('to.name', describeOdd(card.to.name, IN_NAMES)),
		...lines.flatMap(([path, text]) => saidOf(path, describeOdd(text, IN_ADDRESSES))),
		...RULES.flatMap((rule) => rule(card, sheet) || []),
	];
}

const isBrazilian = ({ to }: CardCreateRequest): boolean =>
	(to.country ?? DEFAULT_COUNTRY) === DEFAULT_COUNTRY;

/** One word may be an abbreviation, and many companies write themselves so. */
function isLoud({ to: { name } }: CardCreateRequest): boolean {
	if (/\p{Ll}/u.test(name) || COMPANY.test(name)) return false;
	return name.split(' ').filter((word) => /\p{Lu}{2}/u.test(word)).length > 1;
}

const COMPANY = /&|\b(?:LTDA|S[./]?A|MEI?|EPP|EIRELI|CIA|INC|LLC|GMBH)\b/;

const isTerse = ({ message }: CardCreateRequest): boolean =>
	message !== undefined && message.trim().split(/\s+/).length < 3;

/** Instead of a house number. */
const ELSEWHERE =
	/\b(?:s n|sn|sem n(?:umero)?|quadra|qd|lote|lt|km|caixa postal|cx postal|fazenda|sitio|chacara|zona rural)\b/;
/** Not the number of "Rua 13 de Maio". */
const HOUSE_NUMBER = /\d(?!\d)(?! ?º? de\b)/;
const BEGINS_WITH_NUMBER = /^(?:nº?|no|numero)? ?\d/;

function hasPlace({ to }: CardCreateRequest): boolean {
	const [line1, line2] = [plainWords(to.address_line1), plainWords(to.address_line2 ?? '')];
	return (
		HOUSE_NUMBER.test(line1) ||
		/\b(?:bloco|bl)\b/.test(line1) ||
		ELSEWHERE.test(`${line1} ${line2}`) ||
		BEGINS_WITH_NUMBER.test(line2)
	);
}

function namesItsCity({ to }: CardCreateRequest): boolean {
	return ` ${plainWords(to.address_line1)} `.includes(` ${plainWords(to.city)} ${plainWords(to.state)} `);
}

const GREETING =
	/^\W*(?:ol[áa]|oi|querid[oa]s?|car[oa]s?|prezad[oa]s?(?:\(\w\))?|bom dia|boa tarde|boa noite|dear|hi|hello|hola),? +([\p{L}'’-]{3,})/iu;
const LONGEST_GREETING = 80;

/** Only by a given name that somebody else of the run has: "Olá, mãe!" is nobody's mistake. */
function greetsAnother({ to, message = '' }: CardCreateRequest, { givenNames }: Sheet): string | undefined {
	const [greeting = ''] = message.slice(0, LONGEST_GREETING).split(/[!.:;\n]/);
	const name = GREETING.exec(greeting)?.[1] ?? '';
	const own = plainWords(to.name).split(' ');
	const isOwn = plainWords(greeting)
		.split(' ')
		.some((word) => word.length > 2 && own.includes(word));
	return !isOwn && to.name !== '' && /^\p{Lu}/u.test(name) && givenNames.has(plainWords(name))
		? name
		: undefined;
}
