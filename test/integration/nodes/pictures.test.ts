/** The pictures of a check: where they come, what they are called, and what is said of them. */
import type { INodeParameters } from 'n8n-workflow';
import { decode } from 'upng-js';

import type { NodeSettings } from '../../../tools/engine/engine';
import { runActionNode } from '../../../tools/engine/engine';
import { letterItem, letterParameters } from '../../support/letters';
import { withSandbox } from '../../support/withSandbox';

const sandbox = withSandbox();

const check = async (parameters: INodeParameters, settings: Partial<NodeSettings> = {}) => {
	const { outputs, hints, error } = await runActionNode({
		parameters: { ...letterParameters, orderingMode: 'check', ...parameters },
		items: [letterItem('Ana')],
		credential: sandbox.credential,
		...settings,
	});
	return {
		error,
		items: outputs[0] ?? [],
		files: (outputs[0] ?? []).map(({ binary }) => binary?.letter),
		said: hints.map(({ message }) => message).join('\n'),
	};
};
const people = (count: number) => Array.from({ length: count }, (_none, index) => letterItem(`Ana ${index}`));

it('are PNG files that name the item, and not who the letter is for', async () => {
	const { files, said } = await check({}, { items: [letterItem('Ana'), letterItem('Otávio')] });
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

it('come for at most 20 letters, and for as many as the option says', async () => {
	const count = async (items: number, options: INodeParameters = {}) =>
		(await check({ options }, { items: people(items) })).files.filter((file) => file !== undefined).length;
	expect(await count(20)).toBe(20);
	expect(await count(21)).toBe(0);
	expect(await count(21, { pictures: 3 })).toBe(3);
	expect(await count(2, { pictures: 0 })).toBe(0);
});

it('come with the option also beside a letter to correct, for those that are fine', async () => {
	const { json } = letterItem('Bia');
	const items = [{ json: { ...json, zip: '1' } }, letterItem('Ana')];
	const { files } = await check({ options: { pictures: 5 } }, { items });
	expect(files).toMatchObject([undefined, { fileName: 'letter-2.png' }]);
});

it('are refused a number that is none', async () => {
	const { error } = await check({ options: { pictures: -1 } });
	expect(error?.message).toContain('Pictures must be a number of at least 0');
});

it('know the template by its name', async () => {
	const template = { __rl: true, mode: 'id', value: 'tpl_birthday' };
	const [known, unnamed] = await Promise.all([check({ template, message: '' }), check({})]);
	expect(known.files[0]?.data).not.toBe(unnamed.files[0]?.data);
	expect(known.items[0]?.json.outcome).toBe('fine');
});

it('say what looks wrong on paper', async () => {
	const { items } = await check({ message: 'Oi [aos dois] 😀', state: 'SP' });
	expect(items[0]?.json.warnings).toEqual([
		'Message has "[aos dois]", which looks like a placeholder',
		'Message has characters that a pen may not write: 😀. Ask the letter service, or leave them out',
		'Postal Code 22240-003 belongs to RJ in the list of Correios, but State is SP',
	]);
});

it('are not made for an order', async () => {
	const { files } = await check({ orderingMode: 'order' });
	expect(files).toEqual([undefined]);
});
