import { DateTime } from 'luxon';

import { cardSchema } from '../../../nodes/contract/contract';
import { LETTER_FIELDS } from '../../../nodes/HandwrittenLetters/fields/letterFields';
import { LETTER_PATHS, letterPanels } from '../../../nodes/HandwrittenLetters/fields/letterPanel';
import type { LetterParameters } from '../../../nodes/HandwrittenLetters/read/build';
import { buildLetter } from '../../../nodes/HandwrittenLetters/read/build';
import type { FieldValue } from '../../../nodes/HandwrittenLetters/read/parameters/fieldValue';
import { validateLetter } from '../../../nodes/HandwrittenLetters/read/validate';
import { describeFault } from '../../../nodes/HandwrittenLetters/tell/problems';
import type { Fault } from '../../../nodes/n8n/refusal';

const filledIn = {
	name: 'Maria da Silva',
	addressLine1: 'Rua das Laranjeiras, 210',
	addressLine2: '',
	city: 'Rio de Janeiro',
	state: 'RJ',
	zip: '22240-003',
	country: 'BR',
	message: 'Obrigada!',
	template: '',
	style: '',
	externalId: '',
};
type Parameter = keyof typeof filledIn | 'scheduleAt' | 'metadata';
const run = { timeZone: 'America/Sao_Paulo', begunAt: Date.parse('2026-11-22T12:00:00Z') };
const fixed = (value: unknown) => ({ value, byExpression: false });
const faults = (problems: Fault[]) => problems.map((problem) => describeFault(problem));

/** By parameter, as n8n resolved them. */
const fieldsOf = (given: Record<string, FieldValue>) =>
	Object.fromEntries(
		LETTER_PATHS.map((path) => [path, given[LETTER_FIELDS[path].panel.name] ?? fixed(undefined)]),
	) as LetterParameters['fields'];
const typed = (values: Record<string, unknown>) =>
	Object.fromEntries(Object.entries({ ...filledIn, ...values }).map(([name, value]) => [name, fixed(value)]));

/** A letter whose fields were typed in. */
function build(values: Partial<Record<Parameter, unknown>> = {}, more: Partial<LetterParameters> = {}) {
	const built = buildLetter({ fields: fieldsOf(typed(values)), mayBeEmpty: [], isMeant: [], ...more }, run);
	const { value, readAs, problems, externalId } = built;
	return { value, readAs, problems: faults(problems), externalId };
}
const scheduled = (scheduleAt: unknown) => build({ scheduleAt });
const withMetadata = (given: { metadata: unknown }) => build(given);
const labels = Object.fromEntries(letterPanels.map(({ name, displayName }) => [name, displayName]));
const checked = (letter: unknown) => validateLetter(letter, run);

describe('buildLetter', () => {
	it('sends what was filled in and leaves out the rest', () => {
		expect(build().value).toEqual({
			to: {
				name: 'Maria da Silva',
				address_line1: 'Rua das Laranjeiras, 210',
				city: 'Rio de Janeiro',
				state: 'RJ',
				zip: '22240-003',
				country: 'BR',
			},
			message: 'Obrigada!',
		});
	});

	it('names every field that is wrong', () => {
		expect(build({ name: ' ', state: 'RIO', zip: '123', message: '' }).problems).toEqual([
			'Name is empty',
			'State must be two letters, for example SP, but is "RIO"',
			'Postal Code (CEP) must have 8 digits in Brazil, for example 01310-100, but is "123"',
			'Message is required when no template is given',
		]);
	});

	it.each(['XX', 'NY', 'br'])('refuses %s as a state of Brazil', (state) => {
		const problem = `State must be a state of Brazil, for example SP, but is "${state.toUpperCase()}". If the letter goes to another country, fill in Country`;
		expect(build({ state }).problems).toEqual([problem]);
		expect(build({ state, country: '' }).problems).toEqual([problem]);
		expect(build({ state, country: 'US' }).problems).toEqual([]);
	});

	it('takes what is no name only where it is meant', () => {
		expect(build({ name: 0 }).problems).toEqual([
			'Name is not a name. If it is meant, select Name in the option Text That Is Meant',
		]);
		expect(build({ name: 'a@b.example' }, { isMeant: ['name'] }).value?.to.name).toBe('a@b.example');
		expect(build({ city: '0' }).problems).toEqual([]);
	});

	it.each(['22240003', '22240-003', 22240003])('takes the postal code %s', (zip) => {
		expect(build({ zip }).value?.to.zip).toBe(String(zip));
	});

	it.each(['1310-100', '123456789', '2224 0003', 'ABCDE-FGH'])('refuses the postal code %s', (zip) => {
		expect(build({ zip }).problems).toEqual([
			expect.stringMatching(/^Postal Code \(CEP\) must have 8 digits/),
		]);
	});

	it('explains a dropped leading zero and never pads', () => {
		expect(build({ zip: 1310100 }).problems).toEqual([expect.stringContaining('dropped the leading zero')]);
	});

	it('leaves postal codes of other countries alone', () => {
		expect(build({ zip: '1000-001', country: 'PT' }).value?.to.zip).toBe('1000-001');
	});

	it.each([
		['2026-12-01T09:00:00', '2026-12-01T09:00:00-03:00'],
		['2026-12-01 09:00:00', '2026-12-01T09:00:00-03:00'],
		['2026-12-01T09:00:00Z', '2026-12-01T09:00:00Z'],
		['2026-12-01T09:00:00+02:00', '2026-12-01T09:00:00+02:00'],
		[' 2026-12-01T09 ', '2026-12-01T09:00:00-03:00'],
		['2026-12-01', '2026-12-01T00:00:00-03:00'],
		['20261201', '2026-12-01T00:00:00-03:00'],
		['2026-11-22T09:00:00', '2026-11-22T09:00:00-03:00'],
	])('sends the time %s as %s', (scheduleAt, expected) => {
		expect(scheduled(scheduleAt).value?.schedule_at).toBe(expected);
	});

	it('takes date objects, as expressions give them', () => {
		const at = DateTime.fromISO('2026-12-01T09:00:00', { zone: 'Europe/Lisbon' });
		for (const scheduleAt of [at, at.toJSDate()]) {
			const sent = scheduled(scheduleAt).value?.schedule_at ?? '';
			expect(DateTime.fromISO(sent).toMillis()).toBe(at.toMillis());
		}
	});

	it.each([
		'tomorrow',
		'2026-12-01T09:00:00+99:00',
		'09:00',
		'T09:00',
		'12',
		'2026',
		'2026-12',
		'2026-W49',
		'2026-W49-2',
		'2026-335',
		'2026-02-30',
		12,
		true,
		new Date(NaN),
		['2026-12-01'],
	])('refuses a time that is none: %j', (scheduleAt) => {
		expect(scheduled(scheduleAt).problems).toEqual([
			expect.stringMatching(/^Schedule At must be a date, with or without a time/),
		]);
	});

	it.each(['2026-11-22', '2026-11-22T08:59:59', '2020-01-01T00:00:00Z', new Date(0)])(
		'refuses a time before the run began: %s',
		(scheduleAt) => {
			expect(scheduled(scheduleAt).problems).toEqual([
				expect.stringMatching(/^Schedule At must not be before the start of this run, but is \d{4}-/),
			]);
		},
	);

	it('refuses a time before the run began in a checked letter too', () => {
		const letter = { ...build().value, schedule_at: '2020-01-01T00:00:00Z' };
		expect(faults(checked(letter).problems)).toEqual([
			'Schedule At must not be before the start of this run, but is 2020-01-01T00:00:00Z',
		]);
	});

	it.each([null, undefined, 'Ana', []])('names the recipient that is none: %j', (to) => {
		expect(faults(checked({ to, message: 'Oi' }).problems)).toEqual([expect.stringMatching(/^to must be/)]);
	});

	it.each([null, 'Ana', 7, []])('names the letter that is none: %j', (letter) => {
		expect(faults(checked(letter).problems)[0]).toMatch(/^The letter must be of type object/);
	});

	it('takes a postal code that is a number, and explains a lost zero', () => {
		const letter = (zip: number) => ({ ...build().value, to: { ...build().value?.to, zip } });
		expect(checked(letter(13101000)).value?.to.zip).toBe('13101000');
		expect(faults(checked(letter(1310100)).problems)).toEqual([
			expect.stringContaining('dropped the leading zero'),
		]);
	});

	it.each([
		['BR', 'S P'],
		['BR', '  '],
		['BR', '12'],
		['BR', 'S1'],
		['BR', '\u{1F600}'],
		['BR', 'Rio Grande'],
		['FR', '--'],
		['FR', '075'],
	])('refuses a state that %s does not have: "%s"', (country, state) => {
		const zip = country === 'BR' ? filledIn.zip : '75001';
		expect(build({ country, zip, state }).problems).toEqual([
			expect.stringMatching(/^State (must be|is empty)/),
		]);
	});

	it('takes names of states and countries for their codes, and says so', () => {
		const { value, readAs } = build({ country: ' Brasil', state: 'sao paulo' });
		expect(value?.to).toMatchObject({ state: 'SP', country: 'BR' });
		expect(readAs).toEqual(['sao paulo as SP', 'Brasil as BR']);
		expect(build({ country: 'br', state: 'sp' }).readAs).toEqual([]);
	});

	it('quotes a country that may be two', () => {
		expect(build({ country: 'Congo', state: 'KN' }).problems).toEqual([
			'Country must be a two-letter ISO country code in capitals, for example BR, but is "Congo". Give its two-letter code, or a name that means one country only, in Portuguese or English',
		]);
	});

	it.each(['sp', ' SP', 'Sp\u00a0'])('takes %j for SP', (state) => {
		expect(build({ country: 'BR', state }).value?.to.state).toBe('SP');
	});

	it.each([
		['', 'RJ'],
		['FR', '75'],
		['FR', '2A'],
		['CN', '北京'],
	])('takes a state that %s has: %s', (country, state) => {
		const zip = country === 'BR' || country === '' ? filledIn.zip : '75001';
		expect(build({ country, zip, state }).value?.to.state).toBe(state);
	});

	it.each(['name', 'addressLine1', 'addressLine2', 'city', 'message', 'externalId'] as const)(
		'refuses characters that a wrong encoding destroyed: %s',
		(field) => {
			expect(build({ [field]: 'S\uFFFDo Jos\uFFFD' }).problems).toEqual([
				expect.stringMatching(new RegExp(`^${labels[field]} has characters that were lost.*Latin1`)),
			]);
		},
	);

	it('names destroyed characters before what they may have been, and leaves metadata as it is', () => {
		const to = { ...build().value?.to, name: 'Jos\uFFFD' };
		expect(faults(checked({ ...build().value, to }).problems)).toEqual([
			expect.stringMatching(/^Name has characters that were lost/),
		]);
		const metadata = { values: [{ key: 'from', value: 'undefined \uFFFD' }] };
		expect(withMetadata({ metadata }).value?.metadata).toEqual({ from: 'undefined \uFFFD' });
	});

	it('lets text through where it is meant, and in no other field', () => {
		const texts = { city: '[Cidade]', message: 'Oi {{ nome }}' };
		const problems = (isMeant: string[]) => build(texts, { isMeant }).problems;
		expect(problems([])).toEqual([
			'City has the placeholder [Cidade]: fill in the value. If it is meant, select City in the option Text That Is Meant',
			'Message has the merge field {{ nome }}: switch the field to Expression, or fill in the value. If it is meant, select Message in the option Text That Is Meant',
		]);
		expect(problems(['message', 'name'])).toEqual([expect.stringMatching(/^City has the placeholder/)]);
		expect(problems(['city', 'message'])).toEqual([]);
	});

	it('lets a word of JavaScript through where it is meant, or was typed', () => {
		const city = { value: 'null', byExpression: true };
		const fields = fieldsOf({ ...typed({}), city });
		const problems = (isMeant: string[]) =>
			faults(buildLetter({ fields, mayBeEmpty: [], isMeant }, run).problems);
		expect(problems(['message'])).toEqual([expect.stringMatching(/^City would say "null"/)]);
		expect(problems(['city'])).toEqual([]);
		expect(build({ message: 'O contrato \u00e9 null e void', externalId: 'null-1' }).problems).toEqual([]);
	});

	it('trims an External ID, in fields and in a checked letter', () => {
		expect(build({ externalId: ' A-1\n' })).toMatchObject({
			value: { external_id: 'A-1' },
			externalId: 'A-1',
		});
		expect(build({ externalId: ' ' }).value).not.toHaveProperty('external_id');
		expect(checked({ ...build().value, external_id: ' A-1 ' }).value?.external_id).toBe('A-1');
	});

	const INVISIBLE = ['\u200b', '\u200b\u2060', '\u00ad', '\u3164', '\ufe0f', '\u200b \u200d\n', '\u{e0020}'];

	it.each(INVISIBLE)('takes a text that nobody can see as none: %j', (unseen) => {
		expect(
			build({ name: unseen, city: unseen, zip: unseen, state: unseen, message: unseen }).problems,
		).toEqual([
			'Name is empty',
			'City is empty',
			'State is empty',
			'Postal Code (CEP) is empty',
			'Message is required when no template is given',
		]);
		const given = build({ addressLine2: unseen, externalId: unseen, style: unseen }).value;
		expect(given).toEqual(build().value);
		const { to } = build().value ?? {};
		expect(faults(checked({ to, message: unseen, external_id: unseen }).problems)).toEqual([
			'Message is empty',
			'External ID is empty',
			'Message is required when no template is given',
		]);
	});

	it('sends the characters that join an emoji or a word', () => {
		const name = 'Zo\u00eb \u{1F469}\u200d\u{1F467} \u2764\ufe0f';
		const message = '\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645';
		expect(build({ name, message }).value).toMatchObject({ to: { name }, message });
	});

	it.each([
		['P-1\u200b', 'U+200B', 4],
		['\u2060P-1', 'U+2060', 1],
		['\u{1F44D}P\u00ad1', 'U+00AD', 3],
		['P-1 \u200b', 'U+200B', 5],
		['P-1\u{e0020}', 'U+E0020', 4],
		['\u2764\ufe0f', 'U+FE0F', 2],
	])('refuses an External ID with a character that nobody sees: %j', (externalId, code, position) => {
		const fault = `contains an invisible character (${code}) at position ${position}: remove it, because with it this is another letter`;
		expect(build({ externalId }).problems).toEqual([`External ID ${fault}`]);
		expect(faults(checked({ ...build().value, external_id: externalId }).problems)).toEqual([
			`External ID ${fault}`,
		]);
	});

	it('keeps the External ID of a letter to correct, by which its item is found', () => {
		expect(build({ externalId: 'A-1', state: '' })).toMatchObject({ externalId: 'A-1', value: undefined });
	});

	it('names faults of every kind at once, each field once', () => {
		expect(build({ message: true, name: '', zip: '1', scheduleAt: 'x' }).problems).toEqual([
			'Message must be text, but is true',
			'Schedule At must be a date, with or without a time, for example 2030-12-01T09:00:00, but is "x"',
			'Name is empty',
			'Postal Code (CEP) must have 8 digits in Brazil, for example 01310-100, but is "1"',
		]);
	});

	it.each<[string, unknown, string]>([
		['a number', 7.5, '7.5'],
		['a big number', 12345678901234567890n, '12345678901234567890'],
	])('writes %s as plain text', (_what, message, written) => {
		expect(build({ message }).value?.message).toBe(written);
		expect(build({ externalId: message }).value?.external_id).toBe(written);
	});

	it.each<[string, unknown, string]>([
		['a date', new Date(0), '1970-01-01T00:00:00.000Z'],
		[
			'a date of an expression',
			DateTime.fromISO('2026-12-01T09:00:00Z', { zone: 'utc' }),
			'2026-12-01T09:00:00.000Z',
		],
	])('takes %s as External ID, and writes it on no paper', (_what, date, id) => {
		expect(build({ externalId: date }).value?.external_id).toBe(id);
		for (const field of ['message', 'name', 'addressLine2', 'template'] as const) {
			expect(build({ [field]: date }).problems).toEqual([
				expect.stringContaining(`${labels[field]} would have a date as programs write it: give it a format`),
			]);
		}
		expect(build({ message: date }, { isMeant: ['message'], mayBeEmpty: ['message'] }).value).toBeUndefined();
	});

	it.each<[string, unknown]>([
		['NaN', NaN],
		['Infinity', 1 / 0],
		['true', true],
		['false', false],
		['an object', { name: 'Ana' }],
		['an object', new Date(NaN)],
		['an object', DateTime.invalid('none')],
		['a list', ['Ana']],
	])('puts no %s on paper, nor into a key', (what, value) => {
		for (const field of ['message', 'template', 'style', 'externalId', 'name', 'addressLine2'] as const) {
			expect(build({ [field]: value }).problems).toEqual([
				expect.stringMatching(new RegExp(`^${labels[field]} must be text, but is ${what}`)),
			]);
		}
	});

	it.each(['Acme', 1, null, {}])(
		'takes a key of metadata that objects inherit: constructor %j',
		(constructor) => {
			const metadata = { constructor };
			expect(withMetadata({ metadata }).value?.metadata).toEqual(metadata);
			const answer = { id: 'crd_1', status: 'queued', created_at: 'x', metadata };
			expect(cardSchema.safeParse(answer).data).toEqual(answer);
		},
	);

	it('takes metadata as pairs, as an object, and as an object in place of a pair', () => {
		const pair = (value: unknown, key?: unknown) => ({ key, value });
		const taken = (metadata: unknown) => withMetadata({ metadata }).value?.metadata;
		expect(taken({ values: [pair('7', 'order')] })).toEqual({ order: '7' });
		expect(taken({ a: { b: [1] } })).toEqual({ a: { b: [1] } });
		expect(taken({ values: [pair({ a: { b: 1 }, c: 2 }), pair('x', 'd')] })).toEqual({
			a: { b: 1 },
			c: 2,
			d: 'x',
		});
		for (const none of [undefined, null, '', {}, { values: [] }, { values: [pair({})] }]) {
			expect(build({ metadata: none }).value).toEqual(build().value);
		}
	});

	it.each([[[1]], ['{"a":1}'], [7], [true], [new Date(0)]])(
		'refuses metadata that is no object: %j',
		(metadata) => {
			expect(withMetadata({ metadata }).problems).toEqual(['Metadata must be an object']);
		},
	);

	it('loses no value of a key that metadata has twice', () => {
		const twice = [
			{ key: 7, value: 'first' },
			{ key: '7', value: 'second' },
		];
		const inObject = [{ value: { a: 1, b: 2 } }, { key: 'a', value: 3 }];
		for (const [values, key] of [[twice, '7'] as const, [inObject, 'a'] as const]) {
			expect(withMetadata({ metadata: { values } }).problems).toEqual([
				`Metadata has the key "${key}" more than once`,
			]);
		}
	});

	it.each(['', undefined, null])('refuses a pair whose key is %j and whose value is no object', (key) => {
		for (const value of ['1', ['a'], null, undefined]) {
			expect(withMetadata({ metadata: { values: [{ key, value }] } }).problems).toEqual([
				'Metadata has a pair without a key, whose value is not an object',
			]);
		}
	});

	const ROUNDED = 'has more digits than a number can hold: write it in quotes, as text';

	it.each<[string, string]>([
		['{"order":12345678901234567890}', `"order" ${ROUNDED}`],
		['{"nfe":35201111111111111111550010000000011000000012}', `"nfe" ${ROUNDED}`],
		['{"order":{"lines":[1,{"id":-9007199254740993}]}}', `"order.lines.1.id" ${ROUNDED}`],
		['{"x":1e999}', '"x" is Infinity, which JSON cannot hold: correct the expression, or write it as text'],
		['{"__proto__":{"a":1},"b":2}', 'has the key "__proto__", which cannot be sent: rename it'],
	])('refuses metadata that would not leave as it stands: %s', (json, fault) => {
		const metadata = JSON.parse(json) as unknown;
		expect(withMetadata({ metadata }).problems).toEqual([`Metadata ${fault}`]);
		expect(faults(checked({ ...build().value, metadata }).problems)).toEqual([`Metadata ${fault}`]);
	});

	it.each([NaN, -Infinity, 2 ** 53])('refuses a pair of metadata whose value is %d', (value) => {
		expect(withMetadata({ metadata: { values: [{ key: 'order', value }] } }).problems).toEqual([
			expect.stringMatching(/^Metadata "order" (is (NaN|-Infinity), which JSON|has more digits)/),
		]);
	});

	it('names the first twenty of many numbers: one message may hold millions', () => {
		const metadata = { values: [{ key: 'order', value: Array.from({ length: 200_000 }, () => NaN) }] };
		const { problems } = withMetadata({ metadata });
		expect(problems).toHaveLength(20);
		expect(problems.at(-1)).toMatch(/^Metadata "order\.19" is NaN/);
	});

	it('takes metadata that leaves as it stands', () => {
		const metadata = {
			order: '12345678901234567890',
			most: Number.MAX_SAFE_INTEGER,
			least: -Number.MAX_SAFE_INTEGER,
			price: 1.1,
			none: null,
			deep: [{ on: true, toJSON: 1 }],
		};
		expect(withMetadata({ metadata }).value?.metadata).toEqual(metadata);
		const when = DateTime.invalid('none');
		expect(withMetadata({ metadata: { when, at: new Date(NaN) } }).problems).toEqual([]);
	});

	it('refuses metadata that would not come back: with the key __proto__ on any level, or nested too deeply', () => {
		const text = 'has the key "__proto__", which cannot be sent: rename it';
		for (const json of ['{"__proto__":{"b":1}}', '{"a":[{"__proto__":{"b":1}}]}']) {
			const metadata = JSON.parse(json) as unknown;
			expect(withMetadata({ metadata }).problems).toEqual([`Metadata ${text}`]);
		}
		const nested = (levels: number) =>
			JSON.parse('{"a":'.repeat(levels) + '1' + '}'.repeat(levels)) as unknown;
		expect(withMetadata({ metadata: nested(90) }).problems).toEqual([]);
		for (const levels of [91, 5000]) {
			expect(withMetadata({ metadata: nested(levels) }).problems).toEqual([
				'Metadata is nested more than 90 levels deep',
			]);
		}
	});

	it.each<[LetterParameters['mayBeEmpty'], boolean]>([
		[[], false],
		[['message'], false],
		[['externalId'], true],
	])(
		'an External ID that an expression leaves empty is refused, unless %j may be empty',
		(mayBeEmpty, taken) => {
			const externalId = { value: '', byExpression: true };
			const fields = fieldsOf({ ...typed({}), externalId });
			const { problems } = buildLetter({ fields, mayBeEmpty, isMeant: [] }, run);
			expect(faults(problems)).toEqual(
				taken
					? []
					: [
							expect.stringMatching(
								/^External ID is empty, and without it this letter could be ordered twice/,
							),
						],
			);
		},
	);

	it('knows the label of every field', () => {
		expect(Object.keys(filledIn).map((name) => labels[name])).toEqual([
			'Name',
			'Address Line 1',
			'Address Line 2',
			'City',
			'State',
			'Postal Code (CEP)',
			'Country',
			'Message',
			'Template',
			'Style',
			'External ID',
		]);
		expect([labels.scheduleAt, labels.metadata]).toEqual(['Schedule At', 'Metadata']);
	});
});
