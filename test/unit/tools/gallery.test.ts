/** The templates of n8n's gallery are examples that are tested, with a note of their own. */
import { NOTE, readTemplate, templateNames } from '../../../tools/gallery/template';

it('each carries its whole description in a note beside the nodes', async () => {
	const names = await templateNames();
	expect(names.length).toBeGreaterThan(0);
	for (const name of names) {
		const { title, description, workflow } = await readTemplate(name);
		const [note, ...others] = workflow.nodes;
		expect([note?.name, workflow.name]).toEqual([NOTE, title]);
		expect(note?.parameters.content).toBe(`## ${title}\n${description.split('\n\n').slice(1).join('\n\n')}`);
		const right = Number(note?.position[0]) + Number(note?.parameters.width);
		expect(others.every(({ position: [left] }) => left > right)).toBe(true);
	}
});
