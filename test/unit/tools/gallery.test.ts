/** The templates of n8n's gallery are the examples that are tested. */
import { NOTE, readTemplate, templateNames } from '../../../tools/gallery/template';
import { readExample } from '../../../tools/n8n/examples';

const TEMPLATES = ['campaign', 'delivered-or-returned', 'thank-you-letter-on-a-form'];

it('the gallery has three templates', async () => {
	expect(await templateNames()).toEqual(TEMPLATES);
});

describe.each(TEMPLATES)('%s', (name) => {
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

	it('carries its whole description in the note, beside the nodes', async () => {
		const { title, description, workflow } = await readTemplate(name);
		const [note, ...others] = workflow.nodes;
		expect(note?.parameters.content).toBe(`## ${title}\n${description.split('\n\n').slice(1).join('\n\n')}`);
		const right = Number(note?.position[0]) + Number(note?.parameters.width);
		expect(others.every(({ position: [left] }) => left > right)).toBe(true);
	});
});
