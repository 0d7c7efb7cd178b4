/** A real n8n for the tests of one file: started before the first of them, ended after the last. */
import { Scene } from '../../tools/n8n/scene';
import { linesOfLettersInLog } from './n8nLog';

/** n8n may have to be downloaded first. */
export const INSTALLING_MS = 1_200_000;

type Wishes = Parameters<typeof Scene.start>[0];

/**
 * @param begin what the file keeps of the scene, or does with it before its tests
 * @param wishes a function where they are known only once the tests begin
 */
export function withScene(
	begin: (scene: Scene) => void | Promise<void>,
	wishes?: Wishes | (() => Wishes),
): void {
	let scene: Scene | undefined;

	beforeAll(async () => {
		scene = await Scene.start(typeof wishes === 'function' ? wishes() : wishes);
		await begin(scene);
	}, INSTALLING_MS);

	afterAll(async () => {
		if (!scene) return;
		try {
			await scene.n8n.stop();
			expect(await linesOfLettersInLog(scene)).toEqual([]);
		} finally {
			await scene.stop();
		}
	});
}
