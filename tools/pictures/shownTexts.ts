/**
 * Which of our own sentences and labels a picture shows, so that a test can tell without a browser when
 * one of them has changed since.
 */
import { readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Locator } from 'playwright-core';
import ts from 'typescript';

import { projectRoot } from '../n8n/paths';

const FILE = join(projectRoot, 'docs', 'images', 'texts.json');
const SOURCES = ['nodes', 'credentials', 'sandbox/console/words', 'examples'];
const LEAST_LETTERS = 4;

export interface Area {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

/** By the name of the picture, in the order in which it shows them. */
export type ShownTexts = Record<string, string[]>;

export const readShownTexts = (): ShownTexts => JSON.parse(readFileSync(FILE, 'utf8')) as ShownTexts;

/** What the nodes, the console and the examples say, in the pieces that their sources hold. */
export async function ownTexts(): Promise<Set<string>> {
	const found = new Set<string>();
	for (const source of SOURCES) {
		for (const name of await readdir(join(projectRoot, source), { recursive: true })) {
			if (!/\.(?:ts|json)$/.test(name)) continue;
			const text = await readFile(join(projectRoot, source, name), 'utf8');
			// What a JSON file holds is an expression too.
			addTexts(found, name.endsWith('.json') ? `(${text})` : text);
		}
	}
	return found;
}

function addTexts(found: Set<string>, code: string): void {
	const visit = (node: ts.Node): void => {
		// The code of a node of an example says something too.
		if (ts.isPropertyAssignment(node) && node.name.getText() === '"jsCode"') {
			if (ts.isStringLiteral(node.initializer)) addTexts(found, node.initializer.text);
			return;
		}
		if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
			for (const piece of node.text.split(/\n|<[^>]*>/)) {
				const text = normal(piece);
				if (text.length >= LEAST_LETTERS && /^[A-Z]|\p{L} \p{L}/u.test(text)) found.add(text);
			}
		}
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile('one.ts', code, ts.ScriptTarget.Latest, true));
}

const normal = (text: string): string => text.replace(/\s+/g, ' ').trim();

const MARK = 'data-shown';

/** Runs in the page: the texts and values of the element that lie within an area. */
const VISIBLE = `(root, { x, y, width, height }) => {
	const isInside = (box) =>
		box.width > 0 && box.right > x && box.left < x + width && box.bottom > y && box.top < y + height;
	root.removeAttribute('${MARK}');
	const texts = [];
	const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
	const range = document.createRange();
	while (walker.nextNode()) {
		const node = walker.currentNode;
		range.selectNodeContents(node);
		if (node.nodeType === Node.TEXT_NODE && isInside(range.getBoundingClientRect())) texts.push(node.data);
		if (node.matches?.('input, textarea') && isInside(node.getBoundingClientRect()))
			texts.push(node.value || node.placeholder);
	}
	return texts;
}`;

async function textsOf(part: Locator, area: Area): Promise<string[]> {
	// A script in words takes no argument.
	await part.evaluate((root, mark) => {
		(root as unknown as Markable).setAttribute(mark, '');
	}, MARK);
	const script = `(${VISIBLE})(document.querySelector('[${MARK}]'), ${JSON.stringify(area)})`;
	return await part.page().evaluate<string[]>(script);
}

interface Markable {
	setAttribute: (name: string, value: string) => void;
}

/** Keeps what the parts of the page show now, within this area, as the texts of this picture. */
export async function recordTexts(name: string, parts: Locator[], area: Area): Promise<void> {
	const shown: string[] = [];
	for (const part of (await Promise.all(parts.map((one) => one.all()))).flat()) {
		shown.push(...(await textsOf(part, area)).map(normal));
	}
	const all = shown.join('\n');
	// A single word is a label, and only where it stands by itself.
	const isShown = (text: string): boolean => (text.includes(' ') ? all.includes(text) : shown.includes(text));
	const own = [...(await ownTexts())].filter(isShown);
	const longest = own.filter((text) => !own.some((other) => other !== text && other.includes(text)));
	longest.sort((a, b) => all.indexOf(a) - all.indexOf(b));
	const texts = Object.entries({ ...readShownTexts(), [name]: longest }).filter(
		([, some]) => some.length > 0,
	);
	const sorted = texts.sort(([a], [b]) => (a < b ? -1 : 1));
	await writeFile(FILE, `${JSON.stringify(Object.fromEntries(sorted), null, '\t')}\n`);
}
