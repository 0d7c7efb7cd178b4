/** The examples in a real n8n, each set up and used as its note says; those that send are in both/examples.test.ts. */
import { exampleNames } from '../../../tools/n8n/examples';
import { traits } from '../../../tools/n8n/scenes/scene';
import { withScene } from '../../support/withScene';
import { agentExamples } from '../examples/agent';
import { followingExamples } from '../examples/following';
import { formExamples } from '../examples/form';
import { mailApprovalExamples } from '../examples/mailApproval';
import { sendingExamples } from '../examples/sending';
import { sheetExamples } from '../examples/sheet';
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

const onStage = (): Stage => stage;
const tests = {
	...followingExamples(onStage),
	...agentExamples(onStage),
	...formExamples(onStage),
	...mailApprovalExamples(onStage),
	...sheetExamples(onStage),
};

/** In a test of its own, campaign.test.ts. */
const isCampaign = (name: string): boolean => name.startsWith('campaign');

it('every other file in examples/ is tried', async () => {
	const others = (await exampleNames()).filter((name) => !isCampaign(name));
	const tried = Object.keys({ ...sendingExamples(onStage), ...tests });
	expect(tried.sort()).toEqual(others.sort());
});

/** What each needs of n8n; what it says where that is missing is tried in waitingPages.test.ts. */
const needs: Record<string, boolean> = {
	'poll-until-delivered': traits.createsDataTables,
	'delivered-or-returned': traits.createsDataTables,
	'approve-by-email': traits.signsResumeUrls,
	'thank-you-letter-on-a-form': traits.signsResumeUrls,
};

for (const [name, add] of Object.entries(tests)) {
	const suite = needs[name] === false ? describe.skip : describe;
	suite(name, () => {
		add(name);
	});
}
