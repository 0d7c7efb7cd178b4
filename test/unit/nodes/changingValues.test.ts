/** A value that differs on every try is refused where it tells letters apart. */
import { changingFaults } from '../../../nodes/HandwrittenLetters/letter/expression';

it.each([
	['={{ $now }}', '$now'],
	['=order-{{ $now.year }}', '$now'],
	['={{ Date.now() }}', 'Date.now'],
	['={{ DateTime.now().toMillis() }}', 'DateTime.now'],
	['={{ new Date( ) }}', 'new Date( )'],
	['={{ $json.id + Math.random() }}', 'Math.random'],
	['={{ crypto.randomUUID() }}', 'randomUUID('],
	['={{ $json.id }}-{{ $execution.id }}', '$execution.id'],
])('refuses %s', (raw, found) => {
	for (const field of ['External ID', 'Idempotency Key']) {
		expect(changingFaults(raw, field)).toEqual([
			{
				field,
				text: `uses ${found}, which differs on every try, so that the letter could be ordered twice`,
				hint: 'Use a number of the letter itself, with $today.year for one a year, or leave the field empty',
			},
		]);
	}
});

it.each([
	...[
		'={{ $json.uuid }}',
		'={{ $json.id }}-{{ $today.year }}',
		'={{ new Date($json.at).getTime() }}',
		'={{ $nowhere }}',
	],
	...['$now', '=order $now', '={{ $execution.mode }}', undefined, 7, { a: '={{ $now }}' }],
])('takes %j', (raw) => {
	expect(changingFaults(raw, 'External ID')).toEqual([]);
});
