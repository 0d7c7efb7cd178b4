/** An expression that gives nothing: what decides when and what is ordered is refused, the rest warned of. */
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
const batchAt = { resource: 'batch', additionalFields: { batchScheduleAt: '={{ $json.send_on }}' } };

it.each<[string, INodeParameters, string]>([
	['Schedule At', scheduleAt, 'scheduleAt'],
	['Batch Schedule At', batchAt, 'scheduleAt'],
	['Template', template, 'template'],
	['Message', { template: 'tpl_birthday', message: '={{ $json.text }}' }, 'message'],
	['Message', { template: 'tpl_birthday', message: '={{ $json.text }} {{ $json.tpl }}' }, 'message'],
])('is refused for %s, unless that is meant', async (label, parameters, field) => {
	for (const empty of [{}, { send_on: '', tpl: null, text: ' ' }]) {
		const { error, said } = await run(parameters, [empty]);
		expect(error?.message).toContain(`${label} is empty: its expression gave nothing`);
		expect(said).toContain(`select ${label.replace('Batch ', '')} in the option Fields That May Be Empty`);
		expect(await sandbox.letters()).toBe(0);
	}
	await run({ ...parameters, options: { fieldsThatMayBeEmpty: [field] } }, [{}]);
	expect(await sandbox.letters()).toBe(1);
});

it.each<[string, INodeParameters]>([
	['Schedule At', { additionalFields: { scheduleAt: "={{ $json.send_on ?? '' }}" } }],
	['Schedule At, typed empty', { additionalFields: { scheduleAt: '' } }],
	['Template', { template: { __rl: true, mode: 'id', value: "={{ $json.vip ? 'tpl_birthday' : '' }}" } }],
	['Message', { template: 'tpl_birthday', message: "={{ $json.text ?? '' }}" }],
	['External ID', { externalId: "={{ $json.id ?? '' }}" }],
])('is meant where the expression itself has an empty text: %s', async (_label, parameters) => {
	expect((await run(parameters, [{}])).error).toBeUndefined();
	expect(await sandbox.letters()).toBe(1);
});

it('is allowed by an expression that gives one name, and by none that gives nothing', async () => {
	const allow = (fieldsThatMayBeEmpty: string) =>
		run({ ...scheduleAt, options: { fieldsThatMayBeEmpty } }, [{}]);
	expect((await allow('={{ null }}')).error?.message).toContain('its expression gave nothing');
	expect((await allow('={{ "scheduleAt" }}')).error).toBeUndefined();
	expect(await sandbox.letters()).toBe(1);
});

it('is warned of once for other optional fields, where no letter has one', async () => {
	const check = async (items: object[], more: INodeParameters = {}) =>
		(await run({ addressLine2: '={{ $json.ap }}', orderingMode: 'check', ...more }, items)).warnings;
	const apart = [{}, { address_line1: 'Rua A, 1' }];
	const style = { style: { __rl: true, mode: 'id', value: '={{ $json.style }}' } };
	const none = ['Address Line 2', 'Style'].map((label) => `${label} gave nothing for all 2 letters`);
	expect(await check(apart, style)).toEqual([none, []]);
	expect(await check([{ ap: '' }, { ...apart[1], ap: 'casa 2' }])).toEqual([[], []]);
	expect(await check([{}])).toEqual([[]]);
	expect(await check(apart, { addressLine2: "={{ $json.ap ?? '' }}" })).toEqual([[], []]);
});
