/** Every example in a real n8n, set up and used as its note says. */
import { exampleNames } from '../../tools/n8n/examples';
import { traits } from '../../tools/n8n/scene';
import { withScene } from '../support/withScene';
import { agentExamples } from './examples/agent';
import { followingExamples } from './examples/following';
import { mailApprovalExamples } from './examples/mailApproval';
import { sendingExamples } from './examples/sending';
import { sheetExamples } from './examples/sheet';
import { Stage } from './examples/stage';

jest.setTimeout(180_000);

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

const onStage = (): Stage => stage;
const tests = {
	...sendingExamples(onStage),
	...followingExamples(onStage),
	...agentExamples(onStage),
	...mailApprovalExamples(onStage),
	...sheetExamples(onStage),
};

/** In a test of its own, campaign.test.ts. */
const isCampaign = (name: string): boolean => name.startsWith('campaign');

it('every other file in examples/ is tried here', async () => {
	const others = (await exampleNames()).filter((name) => !isCampaign(name));
	expect(Object.keys(tests).sort()).toEqual(others.sort());
});

/** What each needs of n8n; what it says where that is missing is tried in waitingPages.test.ts. */
const needs: Record<string, boolean> = {
	'poll-until-delivered': traits.createsDataTables,
	'delivered-or-returned': traits.createsDataTables,
	'approve-by-email': traits.signsResumeUrls,
};

for (const [name, add] of Object.entries(tests)) {
	const suite = needs[name] === false ? describe.skip : describe;
	suite(name, () => {
		add(name);
	});
}
