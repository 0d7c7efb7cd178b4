/** A real n8n for the tests of one file: from before the first of them until after the last. */
import { keptFolder } from '../../tools/n8n/scenes/keptN8n';
import type { OwnWishes } from '../../tools/n8n/scenes/ownScene';
import { OwnScene } from '../../tools/n8n/scenes/ownScene';
import { manifest, Scene } from '../../tools/n8n/scenes/scene';
import { linesOfLettersInLog } from './n8nLog';

/** n8n may have to be downloaded first. */
export const INSTALLING_MS = 1_200_000;

function testsOn<Some extends Scene>(
	start: () => Promise<Some>,
	begin: (scene: Some) => void | Promise<void>,
): void {
	let scene: Some | undefined;

	beforeAll(async () => {
		scene = await start();
		await begin(scene);
	}, INSTALLING_MS);

	afterAll(async () => {
		if (!scene) return;
		try {
			await scene.endWorkflows();
			expect(await linesOfLettersInLog(scene)).toEqual([]);
		} finally {
			await scene.stop();
		}
	}, INSTALLING_MS);
}

/**
 * On the n8n that runs for many files: what is done to n8n itself, others find.
 *
 * @param begin what the file keeps of the scene, or does with it before its tests
 */
export function withScene(
	begin: (scene: Scene) => void | Promise<void>,
	wishes?: Parameters<typeof Scene.join>[0],
): void {
	testsOn(() => Scene.join(wishes), begin);
}

/**
 * On an n8n that the file may kill, restart and fill. It starts in a folder where the files before it ran theirs.
 *
 * @param wishes a function where they are known only once the tests begin
 */
export function withOwnN8n(
	begin: (scene: OwnScene) => void | Promise<void>,
	wishes?: OwnWishes | (() => OwnWishes),
): void {
	testsOn(async () => {
		const folder = await keptFolder(manifest);
		return OwnScene.start({ folder, ...(typeof wishes === 'function' ? wishes() : wishes) });
	}, begin);
}
