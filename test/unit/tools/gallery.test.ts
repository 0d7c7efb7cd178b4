/** What n8n's guidelines ask of a template in its gallery, and that ours are the examples that are tested. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { GALLERY, NOTE, readTemplate, templateNames } from '../../../tools/gallery/template';
import { readExample } from '../../../tools/n8n/examples';

const SECTIONS = [
	'Who’s it for',
	'How it works',
	'How to set up',
	'Requirements',
	'How to customize the workflow',
].map((title) => title.replace('’', "'"));

it('the gallery has four templates', async () => {
	expect(await templateNames()).toEqual([
		'approve-before-it-leaves',
		'delivered-or-returned',
		'exactly-once-orders',
		'thank-you-letter-on-a-form',
	]);
});

describe.each([
	'approve-before-it-leaves',
	'delivered-or-returned',
	'exactly-once-orders',
	'thank-you-letter-on-a-form',
])('%s', (name) => {
	it('is the example itself, except for its name and its note', async () => {
		const { title, workflow } = await readTemplate(name);
		const example = await readExample(name);
		const others = ({ nodes }: typeof example) => nodes.filter((node) => node.name !== NOTE);
		expect({ ...workflow, nodes: others(workflow) }).toEqual({
			...example,
			name: title,
			nodes: others(example),
		});
	});

	it('has a title in sentence case that says what the workflow does', async () => {
		const { title } = await readTemplate(name);
		expect(title).toMatch(/^(Send|Approve|Ask for) [a-z ]+/);
		expect(title.length).toBeLessThanOrEqual(80);
	});

	it('is described in about 200 words of Markdown under the usual headings, without HTML', async () => {
		const { description } = await readTemplate(name);
		expect(description.match(/^#+ .*/gm)).toEqual(SECTIONS.map((section) => `## ${section}`));
		expect(description).not.toMatch(/<|\p{Extended_Pictographic}/u);
		const words = description.split(/\s+/).length;
		expect(words).toBeGreaterThan(150);
		expect(words).toBeLessThan(330);
	});

	it('begins with its picture and says that it is for self-hosted n8n', async () => {
		const { description } = await readTemplate(name);
		expect(description.split('\n\n').slice(0, 2)).toEqual([
			`![The workflow](${name}.png)`,
			expect.stringContaining('self-hosted n8n only'),
		]);
		expect(existsSync(join(GALLERY, `${name}.png`))).toBe(true);
	});

	it('sets in bold only the names of its nodes', async () => {
		const { description, workflow } = await readTemplate(name);
		const bold = [...description.matchAll(/\*\*(.+?)\*\*/g)].map(([, text]) => text);
		const names = workflow.nodes.map((node) => node.name);
		expect(bold.filter((text) => !names.includes(text ?? ''))).toEqual([]);
	});

	it('carries its whole description in the note, beside the nodes', async () => {
		const { title, description, workflow } = await readTemplate(name);
		const [note, ...others] = workflow.nodes;
		expect(note?.parameters.content).toBe(`## ${title}\n${description.split('\n\n').slice(1).join('\n\n')}`);
		const right = Number(note?.position[0]) + Number(note?.parameters.width);
		expect(others.every(({ position: [left] }) => left > right)).toBe(true);
	});
});
