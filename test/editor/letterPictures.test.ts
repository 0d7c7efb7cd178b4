/** The pictures of a check in n8n's own editor: the first thing its user sees of a letter. */
import type { Scene } from '../../tools/n8n/scenes/scene';
import { Editor } from '../../tools/pictures/editor';
import { createThankYou, orders, SEND } from '../../tools/pictures/editorScenery';
import { withScene } from '../support/withScene';

let scene: Scene;

withScene((started) => {
	scene = started;
});

it.each(['light', 'dark'] as const)('in %s, a check opens on its pictures', async (colorScheme) => {
	await Editor.use(scene.n8n.url, { colorScheme }, async (editor) => {
		await editor.openWorkflow(await createThankYou(scene, 'check'));
		await editor.openNode(SEND);
		await editor.executeStep();
		await editor.output.getByText('open the tab Binary and click View').waitFor();
		for (const [index] of orders.entries()) {
			await editor.output.getByText(`letter-${index + 1}.png`).waitFor();
		}
		const image = await editor.viewFile(1);
		const size = await image.evaluate(async (shown) => {
			const picture = shown as unknown as { decode: () => Promise<void> } & Record<string, number>;
			await picture.decode();
			return [picture.naturalWidth, picture.naturalHeight];
		});
		expect(size).toEqual([760, 1000]);
		expect(await editor.errorToasts()).toEqual([]);
		expect(editor.problems).toEqual([]);
	});
});
