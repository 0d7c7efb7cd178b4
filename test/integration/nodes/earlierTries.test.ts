/** What a run says of orders that an earlier run of the same process has left open: n8n drops that error. */
import { lettersTo, runLetters } from '../../support/letterRuns';
import type { Step } from '../../support/peers/scriptedService';
import { card, failure, withService } from '../../support/peers/scriptedService';

const keyRefused: Step = { status: 401, body: failure('authentication_error', 'invalid_api_key') };
const created: Step = { status: 201, body: card('crd_1') };

const service = withService();
let answers: Record<string, Step>;
beforeEach(async () => {
	await service.answers((body) => answers[/An\w|Bi\w/.exec(body)?.[0] ?? ''] ?? created);
});

/** As n8n runs it again for the same execution. */
const run = async () => {
	const quick = { options: { maxInFlight: 1, deadline: 0.000001 } };
	return await runLetters(service.credential, quick, {
		items: lettersTo('Ana', 'Bia'),
		executionContext: { version: 1, establishedAt: 1_767_225_600_000, source: 'trigger' },
	});
};
const saidOf = async () => (await run()).said;

it('a letter that may have been accepted is not called "not created" by a run that the key is refused', async () => {
	answers = { Ana: 'cut' };
	expect(await saidOf()).toContain('The letter may have been ordered');
	answers = { Ana: keyRefused };
	const said = await saidOf();
	expect(said).toContain('The letter may have been ordered');
	expect(said).not.toContain('not created');
	answers = {};
	expect((await run()).outputs[0]).toHaveLength(2);
	answers = { Ana: keyRefused };
	expect(await saidOf()).toMatch(
		/The letter was ordered before: crd_1\.?[^]*It was not ordered a second time\. Check the API key/,
	);
});

it('nor "not sent", where the run ends before it', async () => {
	answers = { Bia: 'cut' };
	await run();
	answers = { Ana: { status: 422, body: failure('validation_error', 'invalid_zip') } };
	const said = await saidOf();
	expect(said).toContain('The letter was ordered before: crd_1. 1 letter more may have been ordered');
	expect(said).toMatch(/It is not known whether item 2 was ordered\. Use "Retry execution"/);
	expect(said).not.toContain('not sent');
});

it('a conflict is one all the same, and stops no other letter', async () => {
	answers = { Ana: 'cut' };
	await run();
	answers = { Ana: { status: 409, body: failure('idempotency_error', 'idempotency_conflict') } };
	const said = await saidOf();
	expect(said).toContain('To order a second letter, ');
	expect(said).toMatch(/1 letter was already created \(\w+ 2: crd_1\)/);
});
