import { findMissingColumn } from '../../../../nodes/HandwrittenLetters/letter/missingColumns';

const items = [{ name: 'Ana' }, { name: 'Bia', note: '', order: { send_on: null } }];

it.each([
	['={{ $json.send_on }}', 'send_on'],
	["={{ $json['send on'] }}", 'send on'],
	['={{ $json.order.sent_on }}', 'order.sent_on'],
	['={{ $json.send_on.toDateTime() }}', 'send_on'],
	['={{ $json?.send_on }}', 'send_on'],
	['={{ $json.send_on ?? $json.sent_on }}', 'send_on'],
	['={{ $json.send_on || $json.sent_on }}', 'send_on'],
	['={{ $json.send_on.isEmpty() }}', 'send_on'],
	['=Oi {{ $json.name }}, {{ $json.send_on }}', 'send_on'],
	["={{ DateTime.fromISO($json['send_on']) }}", 'send_on'],
])('finds what no item has: %s', (raw, column) => {
	expect(findMissingColumn(raw, items)).toEqual({
		text: `no item has the column "${column}". The columns are: …`,
		found: 'name, note and order',
	});
});

it.each([
	'={{ $json.note }}',
	'={{ $json.order.send_on }}',
	'={{ $json.note.trim() }}',
	"={{ $json.send_on ?? '' }}",
	"={{ $json.send_on || '' }}",
	"={{ $json.vip ? 'a' : 'b' }}",
	"={{ $if($json.vip, 'a', 'b') }}",
	"={{ $json.send_on ?? 'today' }}",
	'={{ $json.send_on ?? $now }}',
	'={{ $json.send_on ?? $json.name }}',
	'={{ $json.sent_on || $json.note }}',
	'={{ $now }}',
	'={{ $("Sheet").item.json.send_on }}',
	'$json.send_on',
	undefined,
	{ value: '={{ $json.send_on }}' },
])('says nothing of %j', (raw) => {
	expect(findMissingColumn(raw, items)).toBeUndefined();
});

it('names some of the columns that are there', () => {
	const json = Object.fromEntries(Array.from({ length: 40 }, (_none, index) => [`c${index}`, index]));
	expect(findMissingColumn('={{ $json.x }}', [json])?.found).toMatch(/c11 and 28 more$/);
	expect(findMissingColumn('={{ $json.x }}', [{}])?.text).toMatch(/The items are empty$/);
});
