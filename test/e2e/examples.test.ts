/** Every example in a real n8n, set up and used as its note says. */
import { exampleNames } from '../../tools/n8n/examples';
import { traits } from '../../tools/n8n/scene';
import { INSTALLING_MS } from '../support/withScene';
import { agentExamples } from './examples/agent';
import { approvalExamples } from './examples/approval';
import { brazilExamples } from './examples/brazil';
import { followingExamples } from './examples/following';
import { ledgerExamples } from './examples/ledger';
import { mailApprovalExamples } from './examples/mailApproval';
import { sendingExamples } from './examples/sending';
import { sheetExamples } from './examples/sheet';
import { Stage } from './examples/stage';
import { waitingExamples } from './examples/waiting';

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
	...mailApprovalExamples(onStage),
	...ledgerExamples(onStage),
	...sheetExamples(onStage),
	...waitingExamples(onStage),
};

it('every file in examples/ is tried here', async () => {
	expect(Object.keys(tests).sort()).toEqual((await exampleNames()).sort());
});

const needDataTables = [
	'poll-until-delivered',
	'delivered-or-returned',
	'letter-ledger',
	'wait-until-it-arrives',
];

for (const [name, add] of Object.entries(tests)) {
	const suite = needDataTables.includes(name) && !traits.createsDataTables ? describe.skip : describe;
	suite(name, () => {
		add(name);
	});
}
