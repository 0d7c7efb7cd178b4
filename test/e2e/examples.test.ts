/** Every example in a real n8n, set up and used as its note says. */
import { exampleNames } from '../../tools/n8n/examples';
import { traits } from '../../tools/n8n/scene';
import { INSTALLING_MS } from '../support/withScene';
import { agentExamples } from './examples/agent';
import { approvalExamples } from './examples/approval';
import { brazilExamples } from './examples/brazil';
import { followingExamples } from './examples/following';
import { ledgerExamples } from './examples/ledger';
import { sendingExamples } from './examples/sending';
import { Stage } from './examples/stage';

jest.setTimeout(180_000);

let stage: Stage;

beforeAll(async () => {
	stage = await Stage.start();
}, INSTALLING_MS);

afterAll(async () => {
	await stage.stop();
});

beforeEach(async () => {
	await stage.clear();
});

const onStage = (): Stage => stage;
const tests = {
	...sendingExamples(onStage),
	...brazilExamples(onStage),
	...followingExamples(onStage),
	...agentExamples(onStage),
	...approvalExamples(onStage),
	...ledgerExamples(onStage),
};

it('every file in examples/ is tried here', async () => {
	expect(Object.keys(tests).sort()).toEqual((await exampleNames()).sort());
});

const needDataTables = ['poll-until-delivered', 'delivered-or-returned', 'letter-ledger'];

for (const [name, add] of Object.entries(tests)) {
	const suite = needDataTables.includes(name) && !traits.createsDataTables ? describe.skip : describe;
	suite(name, () => {
		add(name);
	});
}
