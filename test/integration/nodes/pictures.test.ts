/** The pictures of a check: where they come, what they are called, and what is said of them. */
import type { INodeParameters } from 'n8n-workflow';
import { decode } from 'upng-js';

import type { NodeSettings } from '../../../tools/engine/engine';
import { lettersTo, manyLetters, runLetters } from '../../support/letterRuns';
import { letterItem } from '../../support/letters';
import { withSandbox } from '../../support/withSandbox';

const mockLoaded = jest.fn();
jest.mock('../../../nodes/HandwrittenLetters/check/picture/handwriting', () => {
	mockLoaded();
	return jest.requireActual<object>('../../../nodes/HandwrittenLetters/check/picture/handwriting');
});

const sandbox = withSandbox();

const check = async (parameters: INodeParameters, settings: Partial<NodeSettings> = {}) => {
	const checking = { orderingMode: 'check', ...parameters };
	const { outputs, hinted, error } = await runLetters(sandbox.credential, checking, settings);
	return {
		error,
		items: outputs[0] ?? [],
		files: (outputs[0] ?? []).map(({ binary }) => binary?.letter),
		said: hinted,
	};
};

it('are not made for an order, which loads nothing of what draws them', async () => {
	const { files } = await check({ orderingMode: 'order' });
	expect(files).toEqual([undefined]);
	expect(mockLoaded).not.toHaveBeenCalled();
	await check({});
	expect(mockLoaded).toHaveBeenCalledTimes(1);
});

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

it('come for the first 20 letters', async () => {
	const drawn = async (items: number, options: INodeParameters = {}) => {
		const { files } = await check({ options }, { items: manyLetters(items) });
		return files.flatMap((file) => file?.fileName ?? []);
	};
	const first20 = Array.from({ length: 20 }, (_none, index) => `letter-${index + 1}.png`);
	expect(await drawn(21)).toEqual(first20);
	expect(await drawn(2, { pictures: false })).toEqual([]);
});

it('come with the option also beside a letter to correct, for those that are fine', async () => {
	const { json } = letterItem('Bia');
	const items = [{ json: { ...json, zip: '1' } }, letterItem('Ana')];
	const { files } = await check({ options: { pictures: true } }, { items });
	expect(files).toMatchObject([undefined, { fileName: 'letter-2.png' }]);
});

it('say what looks wrong on paper', async () => {
	const { items } = await check({ message: 'Oi (aos dois) 😀', state: 'SP' });
	expect(items[0]?.json.warnings).toEqual([
		'Message has characters that a pen may not write: 😀. Ask the letter service, or leave them out',
		'Postal Code 22240-003 belongs to RJ in the list of Correios, but State is SP',
	]);
});
