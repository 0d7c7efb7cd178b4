/** If Already Ordered → Fail the item: what another execution ordered fails its item alone, and costs nothing. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { NodeSettings } from '../../../tools/engine/engine';
import { lettersTo, runLetters, withErrorOutput } from '../../support/letterRuns';
import { withSandbox } from '../../support/withSandbox';

const sandbox = withSandbox();

/** n8n counts in milliseconds: what is ordered in the one in which an execution begins is not before it. */
function later(): number {
	const now = Date.now();
	while (Date.now() === now);
	return Date.now();
}

/** An execution, to be run as often as it is retried. */
const begin = (): Partial<NodeSettings> => ({
	executionContext: { version: 1, establishedAt: later(), source: 'trigger' },
});
const run = async (
	names: string[],
	settings: Partial<NodeSettings>,
	{ options, ...parameters }: INodeParameters = {},
) =>
	await runLetters(
		sandbox.credential,
		{
			externalId: '={{ $json.name }}',
			options: { ifAlreadyOrdered: 'fail', maxInFlight: 1, deadline: 0.000001, ...(options as object) },
			...parameters,
		},
		{ items: lettersTo(...names), ...settings },
	);
/** By another execution. */
const orderBefore = async (names: string[], parameters?: INodeParameters): Promise<IDataObject[]> =>
	(await run(names, begin(), parameters)).items;
const orderedNames = async () => (await sandbox.cards()).map(({ request }) => request.to.name);

it('no other letter is stopped, and the error says that nothing was ordered again', async () => {
	const [ana] = await orderBefore(['Ana']);
	const { error } = await run(['Ana', 'Bia', 'Caio'], begin());
	const day = new Intl.DateTimeFormat('sv', { timeZone: 'America/Sao_Paulo' }).format(new Date());
	expect(error?.message).toBe(
		`Item 1: The letter was already ordered on ${day} (${ana?.id as string}). Nothing was ordered again or charged. 2 letters of this run were ordered`,
	);
	expect(error?.description).toMatch(
		/^External ID Ana\. To order a second letter, give it an External ID or an Idempotency Key of its own\. 3 letters were already created/,
	);
	expect(await orderedNames()).toEqual(['Ana', 'Bia', 'Caio']);
});

it('with an error output, the item says of which letter, and since when', async () => {
	const [ana] = await orderBefore(['Ana']);
	const { items, failed, hints } = await run(['Ana', 'Bia'], { ...begin(), ...withErrorOutput });
	expect(items.map((json) => [json.external_id, json.outcome])).toEqual([['Bia', 'ordered']]);
	expect(failed.map(({ error }) => (error as IDataObject).details)).toMatchObject([
		{ outcome: 'ordered_before', id: ana?.id, external_id: 'Ana', created_at: ana?.created_at, item: 1 },
	]);
	expect(hints.at(-1)?.message).toMatch(/^1 letter ordered at \S+, 1 item failed; estimated posting \S+\.$/);
});

it('a called workflow fails nothing that its caller has ordered by another call', async () => {
	const { executionContext } = begin();
	const call = (): Partial<NodeSettings> => ({
		executionContext: { version: 1, establishedAt: later(), source: 'integrated' },
		parentExecution: { executionId: '7', workflowId: 'caller', executionContext },
	});
	for (const settings of [call(), call()]) expect((await run(['Ana'], settings)).error).toBeUndefined();
	expect((await run(['Ana'], begin())).error?.message).toContain('was already ordered on');
});

it('a batch fails all its items, and the others leave', async () => {
	const batches = { resource: 'batch', cardsPerBatch: 2 };
	const [first] = await orderBefore(['Ana', 'Bia'], batches);
	const { error } = await run(['Ana', 'Bia', 'Caio'], begin(), batches);
	expect(error?.message).toMatch(
		/^Items 1 and 2: The batch was already ordered on \S+ \(bat_\S+\)\. Nothing was ordered again or charged\. 1 batch of this run was ordered$/,
	);
	expect(error?.message).toContain(first?.batch_id);
	expect(await sandbox.letters()).toBe(3);
	const other = await run(['Ana', 'Bia'], begin(), { ...batches, message: 'Oi!' });
	expect(other.error?.message).toMatch(
		/^Items 1 and 2: The batch was already ordered with different contents/,
	);
});

it.each(['Fail the item', '={{ "fail" }}'])('%s is neither of its values', async (ifAlreadyOrdered) => {
	const { error } = await run(['Ana'], begin(), { options: { ifAlreadyOrdered } });
	expect(error?.message).toContain('If Already Ordered must be return or fail, but is');
	expect(await sandbox.requests()).toEqual([]);
});
