/** The pictures in the documents: each is in use, and shows what the nodes, the console and the examples say today. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

import { ownTexts, readShownTexts } from '../../../tools/pictures/shownTexts';

const ROOT = path.resolve(__dirname, '../../..');
const FOLDERS = ['docs/images', 'gallery'];
const PAGES = ['.', 'docs', 'examples', 'gallery', 'sandbox'];

const filesIn = (folders: string[], ending: RegExp): string[] =>
	folders.flatMap((folder) =>
		readdirSync(path.join(ROOT, folder))
			.filter((file) => ending.test(file))
			.map((file) => path.join(folder, file)),
	);

const pictures = filesIn(FOLDERS, /\.(?:png|svg|gif)$/);
const nameOf = (file: string): string => path.basename(file).replace(/\.\w+$/, '');

it('takes no picture that no page shows', () => {
	const pages = filesIn(PAGES, /\.md$/).map((page) => readFileSync(path.join(ROOT, page), 'utf8'));
	const text = pages.join('\n');
	expect(pictures.filter((file) => !text.includes(path.basename(file)))).toEqual([]);
});

it('takes again, with `npm run docs:pictures`, what shows a text that has changed', async () => {
	const own = await ownTexts();
	const shown = readShownTexts();
	const taken = Object.keys(shown);
	expect(taken.length).toBeGreaterThan(10);
	expect(taken.filter((name) => !pictures.map(nameOf).includes(name))).toEqual([]);
	const changed = Object.entries(shown).map(([name, texts]) => [name, texts.filter((one) => !own.has(one))]);
	expect(Object.fromEntries(changed.filter(([, texts]) => (texts?.length ?? 0) > 0))).toEqual({});
});

it('moves in at most 3 MB', () => {
	expect(statSync(path.join(ROOT, 'docs/images/first-letter.gif')).size).toBeLessThan(3 * 2 ** 20);
});
