/** The console's texts: each in both languages, and none written into a component. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import ts from 'typescript';

import { CARD_STATUSES, EVENT_TABLE } from '../../../nodes/contract/vocabulary';
import { chooseLanguage } from '../../../sandbox/console/words/language';
import { TABLE } from '../../../sandbox/console/words/table';
import { fill, fillText } from '../../../sandbox/console/words/words';

const rows = Object.entries(TABLE).flatMap(([section, entries]) =>
	Object.entries(entries as Record<string, { en: string; pt: string }>).map(
		([key, { en, pt }]) => [`${section}.${key}`, en, pt] as const,
	),
);

describe('the table', () => {
	const slots = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

	it.each(rows)('%s has a text in each language, with the same slots', (_key, en, pt) => {
		expect(en.trim()).not.toBe('');
		expect(pt.trim()).not.toBe('');
		expect(slots(pt)).toEqual(slots(en));
	});

	it('names every status and every event, as the contract labels it', () => {
		expect(Object.keys(TABLE.statuses)).toEqual([...CARD_STATUSES]);
		const labels = Object.entries(TABLE.events).map(([name, { en }]) => ({ name, label: en }));
		expect(labels).toEqual(EVENT_TABLE.map(({ name, label }) => ({ name, label })));
	});
});

describe('the language', () => {
	it.each([
		[['pt-BR', 'en'], 'pt'],
		[['pt'], 'pt'],
		[['en-US', 'pt-BR'], 'en'],
		[['de', 'pt-PT', 'en'], 'pt'],
		[['ja'], 'en'],
		[[], 'en'],
	])('for %j is %s', (preferred, chosen) => {
		expect(chooseLanguage(preferred)).toBe(chosen);
	});
});

describe('a slot', () => {
	it('takes a value as it is, braces included', () => {
		expect(fillText('Events go to {url}', { url: '{url} $& {other}' })).toBe('Events go to {url} $& {other}');
	});

	it('takes an element', () => {
		expect(fill('a {one} b', { one: 7 })).toEqual(['a ', 7, ' b']);
	});
});

/** The texts in a file's code that a reader of the page would read: words, not identifiers. */
function readableTexts(file: string): string[] {
	const code = readFileSync(file, 'utf8');
	const found: string[] = [];
	const note = (text: string): void => {
		const plain = text.replace(/\s+/g, ' ').trim();
		if (/\p{L}{2,}[^\p{L}]* \p{L}|^\p{Lu}\p{Ll}|…$/u.test(plain)) found.push(plain);
	};
	const visit = (node: ts.Node): void => {
		if (ts.isImportDeclaration(node) || isAttribute(node, 'class') || isLeftAsItIs(node)) return;
		if (ts.isJsxText(node)) {
			if (/\p{L}/u.test(node.text)) found.push(node.text.trim());
		} else if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) note(node.text);
		else if (ts.isTemplateExpression(node)) {
			note([node.head.text, ...node.templateSpans.map(({ literal }) => `0${literal.text}`)].join(''));
		}
		ts.forEachChild(node, visit);
	};
	ts.forEachChild(ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true), visit);
	return found;
}

function isAttribute(node: ts.Node, name: string): boolean {
	return ts.isJsxAttribute(node) && node.name.getText() === name;
}

/** What a computer reads: code, names of the API's fields in a table's head, the key on a keyboard. */
function isLeftAsItIs(node: ts.Node): boolean {
	return ts.isJsxElement(node) && ['code', 'kbd'].includes(node.openingElement.tagName.getText());
}

/** What no translator may touch, by what it is. */
const NOT_WORDS: readonly string[] = [
	// Keys, as the browser names them.
	...['Enter', 'Escape'],
	// Names in the API and in its calls.
	...['Content-Type', 'Idempotency-Key', 'Bearer 0', 'Authorization: Bearer 0', 'metadata', 'openapi.json'],
	...['Starter', 'Pro', 'Enterprise'],
	// Labels on n8n's screen.
	...['API Key', 'Base URL', 'Webhook Secret', 'Header Prefix'],
	'http://127.0.0.1:5678/webhook/…',
	// Printed on paper, in the languages of the post.
	...['CORREIO', 'SANDBOX'],
	// A selector.
	'input, textarea, select',
];
/** Calls to copy, and names of style classes. */
const CODE = /^curl |^printf |^[a-z]+ [a-z]+-[a-z]+$/;

describe('the components', () => {
	const root = path.resolve(__dirname, '../../../sandbox/console');
	const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
		.filter((name) => /\.tsx?$/.test(name) && !name.startsWith('words'))
		.map((name) => name.replaceAll(path.sep, '/'));
	const texts = new Map(files.map((name) => [name, readableTexts(path.join(root, name))]));

	it('are there to be looked at', () => {
		expect(files.length).toBeGreaterThan(40);
		expect([...texts.values()].flat()).toEqual(expect.arrayContaining([...NOT_WORDS]));
	});

	it.each(files)('%s holds no text of its own', (name) => {
		const own = texts.get(name)?.filter((text) => !NOT_WORDS.includes(text) && !CODE.test(text));
		expect(own).toEqual([]);
	});
});
