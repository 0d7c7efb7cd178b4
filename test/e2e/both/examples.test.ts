/** The examples that send letters, in a real n8n, set up and used as their notes say. */
import { withScene } from '../../support/withScene';
import { sendingExamples } from '../examples/sending';
import { Stage } from '../examples/stage';

let stage: Stage;

withScene(async (scene) => {
	stage = await Stage.start(scene);
});

afterAll(async () => {
	await stage.stop();
});

beforeEach(async () => {
	await stage.clear();
});

for (const [name, add] of Object.entries(sendingExamples(() => stage))) {
	describe(name, () => {
		add(name);
	});
}
