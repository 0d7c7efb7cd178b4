/** A column that no item has: what decides when and what is ordered is refused, the rest warned of. */
import type { INodeParameters } from 'n8n-workflow';

import { runLetters } from '../../support/letterRuns';
import { letterItem } from '../../support/letters';
import { withSandbox } from '../../support/withSandbox';

const sandbox = withSandbox();

const run = async (parameters: INodeParameters, more: object[]) => {
	const items = more.map((fields, index) => ({ json: { ...letterItem(`Ana ${index}`).json, ...fields } }));
	const result = await runLetters(sandbox.credential, { message: 'Oi', ...parameters }, { items });
	return { ...result, warnings: result.items.map(({ warnings }) => warnings) };
};
const scheduleAt = { additionalFields: { scheduleAt: '={{ $json.send_on }}' } };
const template = { template: { __rl: true, mode: 'id', value: '={{ $json.tpl }}' } };
const columns = 'The columns are: name, address_line1, city, state and zip';

const batchAt = { resource: 'batch', additionalFields: { batchScheduleAt: '={{ $json.send_on }}' } };

it.each<[string, INodeParameters, string, string]>([
	['Schedule At', scheduleAt, 'send_on', 'scheduleAt'],
	['Batch Schedule At', batchAt, 'send_on', 'scheduleAt'],
	['Template', template, 'tpl', 'template'],
	['Message', { template: 'tpl_birthday', message: '={{ $json.text }}' }, 'text', 'message'],
])('is refused for %s, and named, unless that is meant', async (label, parameters, column, field) => {
	const { error } = await run(parameters, [{}]);
	const missing = `${label} has no value, because no item has the column "${column}".`;
	const meant = label.replace('Batch ', '');
	expect(error?.message).toContain(`${missing} The columns are: …`);
	expect(error?.description).toContain(
		`${missing} ${columns}. If that is intended, select ${meant} in the option Fields That May Be Empty.\nCorrect`,
	);
	expect(await sandbox.letters()).toBe(0);
	await run({ ...parameters, options: { fieldsThatMayBeEmpty: [field] } }, [{}]);
	expect(await sandbox.letters()).toBe(1);
});

it('is allowed by an expression that gives one name, and by none that gives nothing', async () => {
	const allow = (fieldsThatMayBeEmpty: string) =>
		run({ ...scheduleAt, options: { fieldsThatMayBeEmpty } }, [{}]);
	expect((await allow('={{ null }}')).error?.message).toContain('no item has the column "send_on"');
	expect((await allow('={{ "scheduleAt" }}')).error).toBeUndefined();
	expect(await sandbox.letters()).toBe(1);
});

it('is an empty cell where any item of the run has it', async () => {
	const { error } = await run({ ...scheduleAt, ...template }, [{ send_on: '', tpl: null }, {}]);
	expect(error).toBeUndefined();
	expect(await sandbox.letters()).toBe(2);
});

it('is warned of for other optional fields', async () => {
	const { warnings } = await run({ addressLine2: '={{ $json.ap }}', orderingMode: 'check' }, [{}]);
	expect(warnings).toEqual([
		[`Address Line 2 is empty in all letters: no item has the column "ap". ${columns}`],
	]);
});

it('is no reason to leave a letter without a date unsaid beside dated ones', async () => {
	const dated = [{ send_on: '2099-01-01', address_line1: 'Rua A, 2' }, { send_on: '' }];
	const { warnings } = await run({ ...scheduleAt, orderingMode: 'check' }, dated);
	expect(warnings).toEqual([[], ['Schedule At is empty, but other letters of this run have a date']]);
});
