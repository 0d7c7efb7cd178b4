/**
 * What to look at before a letter is on paper: it can be ordered as it is, and may not be meant. Each rule is
 * narrow, so that a right list makes no noise.
 */
import type { CardCreateRequest } from '../../contract/contract';
import { DEFAULT_COUNTRY } from '../../contract/contract';
import { describeWrongState } from '../../contract/countries';
import { plainWords } from '../../contract/visibleText';
import type { LetterPath } from '../letter/letterFields';
import { labels, ON_PAPER, textsAt } from '../letter/letterFields';
import { describeOdd, IN_ADDRESSES, IN_NAMES } from './oddText';
import { charactersWithoutGlyph, linesOnPage, LONG_TEXT } from './picture/handwriting';

/** @param givenNames Of all recipients of the run. */
type Rule = (card: CardCreateRequest, givenNames: Set<string>) => string[];

const saying = (found: string | undefined): string[] => (found === undefined ? [] : [found]);

/** Of each of these fields, with its label. */
const of =
	(paths: LetterPath[], describe: (text: string) => string[]): Rule =>
	(card) =>
		textsAt(card, paths).flatMap(([path, text]) => describe(text).map((what) => `${labels[path]} ${what}`));

const inBrazil =
	(rule: Rule): Rule =>
	(card, givenNames) =>
		(card.to.country ?? DEFAULT_COUNTRY) === DEFAULT_COUNTRY ? rule(card, givenNames) : [];

const LINES = ON_PAPER.filter((path) => path !== 'message');
const ADDRESS_LINES: LetterPath[] = ['to.address_line1', 'to.address_line2', 'to.city'];

const RULES: Rule[] = [
	of(ON_PAPER, describeOdd),
	of(['to.name'], (name) => describeOdd(name, IN_NAMES)),
	inBrazil(of(ADDRESS_LINES, (line) => describeOdd(line, IN_ADDRESSES))),
	of(ON_PAPER, withoutGlyph),
	of(['message'], tooLong),
	of(LINES, tooWide),
	({ to }) => saying(describeWrongState(to)),
	inBrazil(withoutNumber),
	greetsAnother,
];

/** What is said of each letter of a run, in the order of the table. */
export function letterWarnings(cards: CardCreateRequest[]): (card: CardCreateRequest) => string[] {
	const givenNames = new Set(cards.map(({ to }) => plainWords(to.name).split(' ')[0] ?? ''));
	return (card) => RULES.flatMap((rule) => rule(card, givenNames));
}

const MOST_NAMED = 10;

function withoutGlyph(text: string): string[] {
	const missing = charactersWithoutGlyph(text);
	if (missing.length === 0) return [];
	const named = missing.slice(0, MOST_NAMED).join(' ');
	return [`has characters that a pen may not write: ${named}. Ask the letter service, or leave them out`];
}

/** A text this short has no more lines than the page of a drawing. */
const SHORT = 500;

function tooLong(message: string): string[] {
	if (message.length < SHORT && message.split('\n').length <= LONG_TEXT) return [];
	const lines = linesOnPage(message).length;
	if (lines <= LONG_TEXT) return [];
	return [`takes ${lines} lines in the picture. The letter service publishes no limit: ask whether it fits`];
}

/** No envelope is wider, whoever writes it. */
const LONGEST_LINE = 60;

function tooWide({ length }: string): string[] {
	if (length <= LONGEST_LINE) return [];
	return [`has ${length} characters: ask the letter service whether they fit on one line`];
}

/** Instead of a house number. */
const ELSEWHERE =
	/\b(?:s n|sn|sem n(?:umero)?|quadra|qd|lote|lt|km|caixa postal|cx postal|fazenda|sitio|chacara|zona rural)\b/;
/** Not the number of "Rua 13 de Maio". */
const HOUSE_NUMBER = /\d(?!\d)(?! ?º? de\b)/;
const BEGINS_WITH_NUMBER = /^(?:nº?|no|numero)? ?\d/;

function withoutNumber({ to }: CardCreateRequest): string[] {
	const [line1, line2] = [plainWords(to.address_line1), plainWords(to.address_line2 ?? '')];
	const hasPlace =
		line1 === '' ||
		HOUSE_NUMBER.test(line1) ||
		/\b(?:bloco|bl)\b/.test(line1) ||
		ELSEWHERE.test(`${line1} ${line2}`) ||
		BEGINS_WITH_NUMBER.test(line2);
	return hasPlace ? [] : [`${labels['to.address_line1']} has no house number. If there is none, write s/n`];
}

const GREETING =
	/^\W*(?:ol[áa]|oi|querid[oa]s?|car[oa]s?|prezad[oa]s?(?:\(\w\))?|bom dia|boa tarde|boa noite|dear|hi|hello|hola),? +([\p{L}'’-]{3,})/iu;
const LONGEST_GREETING = 80;

/** Only by a given name that somebody else of the run has: "Olá, mãe!" is nobody's mistake. */
function greetsAnother({ to, message = '' }: CardCreateRequest, givenNames: Set<string>): string[] {
	const [greeting = ''] = message.slice(0, LONGEST_GREETING).split(/[!.:;\n]/);
	const name = GREETING.exec(greeting)?.[1] ?? '';
	const own = plainWords(to.name).split(' ');
	const isOwn = plainWords(greeting)
		.split(' ')
		.some((word) => word.length > 2 && own.includes(word));
	if (isOwn || to.name === '' || !/^\p{Lu}/u.test(name) || !givenNames.has(plainWords(name))) return [];
	return [`${labels.message} greets ${name}, but the letter is to ${to.name}`];
}
