/** What n8n's panel shows is short, and in words that its user knows. */
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { HandwrittenLettersApi } from '../../../credentials/HandwrittenLettersApi.credentials';
import { HandwrittenLetters } from '../../../nodes/HandwrittenLetters/HandwrittenLetters.node';
import { HandwrittenLettersTrigger } from '../../../nodes/HandwrittenLettersTrigger/HandwrittenLettersTrigger.node';

const LONGEST_NOTICE = 160;
/** An item is no row; "the row's" number is one that people know. */
const UNKNOWN_WORDS = /\b(?:held back|leaves|subject|fate|operator|in flight|row(?!'s))\b/i;

type Shown = INodeProperties | INodePropertyOptions | INodePropertyCollection;

const inside = (shown: Shown): Shown[] =>
	'values' in shown ? shown.values : 'options' in shown ? (shown.options ?? []) : [];

const withInside = (shown: Shown): Shown[] => [shown, ...inside(shown).flatMap(withInside)];

const fields = [
	...new HandwrittenLetters().description.properties,
	...new HandwrittenLettersTrigger().description.properties,
	...new HandwrittenLettersApi().properties,
];

const words = (text: string): string => text.replace(/<[^>]*>/g, '');

it(`no notice is longer than ${LONGEST_NOTICE} characters`, () => {
	const notices = fields.filter(({ type }) => type === 'notice').map(({ displayName }) => words(displayName));
	expect(notices.length).toBeGreaterThan(5);
	expect(notices.filter((notice) => notice.length > LONGEST_NOTICE)).toEqual([]);
});

it('no label and no text of a field has a word that only the code knows', () => {
	const texts = fields
		.flatMap(withInside)
		.flatMap((shown) => [
			'displayName' in shown ? shown.displayName : shown.name,
			'description' in shown ? (shown.description ?? '') : '',
		]);
	expect(texts.length).toBeGreaterThan(100);
	expect(texts.filter((text) => UNKNOWN_WORDS.test(text))).toEqual([]);
});
