/** The pictures of a check: where they come, what they are called, and what is said of them. */
import type { INodeParameters } from 'n8n-workflow';
import { decode } from 'upng-js';

import type { NodeSettings } from '../../../tools/engine/engine';
import { lettersTo, manyLetters, runLetters } from '../../support/letterRuns';
import { letterItem } from '../../support/letters';
import { withSandbox } from '../../support/withSandbox';

const sandbox = withSandbox();

const check = async (parameters: INodeParameters, settings: Partial<NodeSettings> = {}) => {
	const checking = { orderingMode: 'check', ...parameters };
	const { outputs, hinted, error } = await runLetters(sandbox.credential, checking, settings);
	return {
		error,
		items: outputs[0] ?? [],
		files: (outputs[0] ?? []).map(({ binary }) => binary?.letter),
		sheets: (outputs[0] ?? []).flatMap(({ binary }) => binary?.sheet ?? []),
		said: hinted,
	};
};

it('are PNG files that name the item, and not who the letter is for', async () => {
	const { files, said } = await check({}, { items: lettersTo('Ana', 'Otávio') });
	expect(files).toMatchObject([
		{ fileName: 'letter-1.png', mimeType: 'image/png', fileExtension: 'png' },
		{ fileName: 'letter-2.png' },
	]);
	const image = decode(Uint8Array.from(Buffer.from(files[0]?.data ?? '', 'base64')).buffer);
	expect([image.width, image.height]).toEqual([760, 1000]);
	expect(said).toContain('To see the letters, open the tab Binary and click View.');
});

it('come where all letters are fine', async () => {
	const { json } = letterItem('Bia');
	const { files, said } = await check({}, { items: [letterItem('Ana'), { json: { ...json, zip: '1' } }] });
	expect(files).toEqual([undefined, undefined]);
	expect(said).not.toContain('Binary');
});

it('come for at most 20 letters, and as sheets of 20 for more', async () => {
	const count = async (items: number, options: INodeParameters = {}) => {
		const { files, sheets } = await check({ options }, { items: manyLetters(items) });
		return [files.filter((file) => file !== undefined).length, sheets.length];
	};
	expect(await count(20)).toEqual([20, 0]);
	expect(await count(21)).toEqual([0, 2]);
	expect(await count(21, { pictures: 'letters' })).toEqual([21, 0]);
	expect(await count(2, { pictures: 'none' })).toEqual([0, 0]);
	expect(await count(501)).toEqual([0, 0]);
});

it('show on a sheet all letters at half their size, and say which', async () => {
	const { items, sheets, said } = await check({}, { items: manyLetters(41) });
	expect(sheets).toMatchObject([
		{ fileName: 'letters-1-20.png', mimeType: 'image/png' },
		{ fileName: 'letters-21-40.png' },
		{ fileName: 'letters-41.png' },
	]);
	expect(items.flatMap(({ binary }, index) => (binary === undefined ? [] : [index]))).toEqual([0, 20, 40]);
	const sizes = sheets.map(({ data }) => {
		const { width, height } = decode(Uint8Array.from(Buffer.from(data, 'base64')).buffer);
		return [width, height];
	});
	expect(sizes).toEqual([
		[1900, 2000],
		[1900, 2000],
		[380, 500],
	]);
	expect(said).toContain('Binary');
});

it('are sheets also beside letters to correct, where there are many', async () => {
	const items = manyLetters(25);
	items[3] = letterItem('');
	const { sheets } = await check({}, { items });
	expect(sheets.map(({ fileName }) => fileName)).toEqual(['letters-1-21.png', 'letters-22-25.png']);
});

it('come with the option also beside a letter to correct, for those that are fine', async () => {
	const { json } = letterItem('Bia');
	const items = [{ json: { ...json, zip: '1' } }, letterItem('Ana')];
	const { files } = await check({ options: { pictures: 'letters' } }, { items });
	expect(files).toMatchObject([undefined, { fileName: 'letter-2.png' }]);
});

it.each([5, 'all'])('are refused another word: %j', async (pictures) => {
	const { error } = await check({ options: { pictures } });
	expect(error?.message).toContain('Pictures must be letters, sheets or none');
});

it('know the template by its name', async () => {
	const template = { __rl: true, mode: 'id', value: 'tpl_birthday' };
	const [known, unnamed] = await Promise.all([check({ template, message: '' }), check({})]);
	expect(known.files[0]?.data).not.toBe(unnamed.files[0]?.data);
	expect(known.items[0]?.json.outcome).toBe('fine');
});

it('say what looks wrong on paper', async () => {
	const { items } = await check({ message: 'Oi (aos dois) 😀', state: 'SP' });
	expect(items[0]?.json.warnings).toEqual([
		'Message has characters that a pen may not write: 😀. Ask the letter service, or leave them out',
		'Postal Code 22240-003 belongs to RJ in the list of Correios, but State is SP',
	]);
});

it('are not made for an order', async () => {
	const { files } = await check({ orderingMode: 'order' });
	expect(files).toEqual([undefined]);
});
