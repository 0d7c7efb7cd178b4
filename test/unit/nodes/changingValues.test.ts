/** Which fields a check warns of because their value can differ on a retry. */
import type { INodeParameters } from 'n8n-workflow';

import { changingValueWarnings } from '../../../nodes/HandwrittenLetters/check/changingValues';

const REJECTED =
	'which can differ on a retry: the service would then reject the letter as different. Take the value from a node before this one.';
const AGAIN =
	'which can differ on a retry: the service would then order the letter again. Take the value from a node before this one.';

it.each<[INodeParameters, string]>([
	[
		{ additionalFields: { scheduleAt: '={{ $now.plus({ days: 1 }) }}' } },
		`Schedule At uses $now, ${REJECTED}`,
	],
	[{ message: '=Oi {{ Math.random() }}!' }, `Message uses Math.random, ${REJECTED}`],
	[{ name: '={{ $json.name + Date.now() }}' }, `Name uses Date.now, ${REJECTED}`],
	[{ city: '={{ new Date( ) }}' }, `City uses new Date( ), ${REJECTED}`],
	[{ addressLine2: '={{ DateTime.now() }}' }, `Address Line 2 uses DateTime.now, ${REJECTED}`],
	[{ additionalFields: { batchScheduleAt: '={{ $now }}' } }, `Batch Schedule At uses $now, ${REJECTED}`],
	[
		{ additionalFields: { metadata: { values: [{ key: 'run', value: '={{ $execution.id }}' }] } } },
		`Metadata uses $execution.id, ${REJECTED}`,
	],
	[
		{ template: { __rl: true, mode: 'id', value: '={{ Math.random() > 0.5 ? "a" : "b" }}' } },
		`Template uses Math.random, ${REJECTED}`,
	],
	[{ externalId: '={{ $now }}' }, `External ID uses $now, ${AGAIN}`],
	[{ options: { idempotencyKey: '={{ $execution.id }}' } }, `Idempotency Key uses $execution.id, ${AGAIN}`],
])('warns of %j', (parameters, warning) => {
	expect(changingValueWarnings({ parameters })).toEqual([warning]);
});

it.each<INodeParameters>([
	{ message: 'Write $now, or {{ $now }}' },
	{ message: '=Write $now, {{ $json.name }}' },
	{ message: '={{ $today.toISODate() }} {{ new Date($json.at) }} {{ $nowhere }}' },
	{ orderingMode: '={{ $now.hour > 8 ? "order" : "check" }}', options: { deadline: '={{ $now.hour }}' } },
	{},
])('is silent about %j', (parameters) => {
	expect(changingValueWarnings({ parameters })).toEqual([]);
});
