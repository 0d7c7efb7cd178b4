/** What the parameters of one item come to: the letter that is sent, or all that is wrong with it. */
import { DateTime } from 'luxon';

import { cardSchema } from '../../../nodes/contract/contract';
import type { LetterPath } from '../../../nodes/HandwrittenLetters/letter/letterFields';
import { LETTER_FIELDS, letterPanels } from '../../../nodes/HandwrittenLetters/letter/letterFields';
import type { FieldValue } from '../../../nodes/HandwrittenLetters/letter/parameterReader';
import { buildLetter } from '../../../nodes/HandwrittenLetters/letter/readLetters';
import { validateLetter } from '../../../nodes/HandwrittenLetters/letter/validate';
import { describeFault } from '../../../nodes/words/problems';
import type { Fault } from '../../../nodes/words/refusal';

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
const fieldsOf =
	(given: Record<string, FieldValue>) =>
	(path: LetterPath): FieldValue =>
		given[LETTER_FIELDS[path].panel.name] ?? fixed(undefined);
const typed = (values: Record<string, unknown>) =>
	Object.fromEntries(Object.entries({ ...filledIn, ...values }).map(([name, value]) => [name, fixed(value)]));

/** A letter whose fields were typed in. */
function build(values: Partial<Record<Parameter, unknown>> = {}, more: { isMeant?: string[] } = {}) {
	const built = buildLetter(fieldsOf(typed(values)), { mayBeEmpty: [], isMeant: [], ...more }, run);
	const { card: value, problems, externalId } = built;
	return { value, problems: faults(problems), externalId };
}
const labels = Object.fromEntries(letterPanels.map(({ name, displayName }) => [name, displayName]));
const checked = (letter: unknown) => validateLetter(letter, run);

const named = (pattern: RegExp): string => expect.stringMatching(pattern) as string;
const noState = (state: string): string =>
	`State must be a state of Brazil, for example SP, but is "${state}". If the letter goes to another country, fill in Country`;
const SHORT_ZIP = 'Postal Code (CEP) must have 8 digits in Brazil, for example 01310-100, but is "1"';

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

it.each<[string, Partial<Record<Parameter, unknown>>, string[]]>([
	[
		'faults of every kind at once, each field once',
		{ message: true, name: ' ', zip: '1', scheduleAt: 'x' },
		[
			'Message must be text, but is true',
			'Schedule At must be a date, with or without a time, for example 2030-12-01T09:00:00, but is "x"',
			'Name is empty',
			SHORT_ZIP,
		],
	],
	['a letter without words', { message: '' }, ['Message is required when no template is given']],
	['a state of another country', { state: 'NY' }, [noState('NY')]],
	['a state that is none', { state: 'xx', country: '' }, [noState('XX')]],
	['a state with a letter too many', { state: 'RIO' }, [named(/^State must be two letters, for example SP/)]],
	...['S P', 'S1', '\u{1F600}'].map((state): [string, object, string[]] => [
		'a state of other signs',
		{ state },
		[named(/^State must be/)],
	]),
	...['--', '075'].map((state): [string, object, string[]] => [
		'a state that no country has',
		{ state, country: 'FR', zip: '75001' },
		[named(/^State must be/)],
	]),
	[
		'a country that may be two',
		{ country: 'Congo', state: 'KN' },
		[
			'Country must be a two-letter ISO country code in capitals, for example BR, but is "Congo". Give its two-letter code, or a name that means one country only, in Portuguese or English',
		],
	],
	...['123456789', '2224 0003', 'ABCDE-FGH'].map((zip): [string, object, string[]] => [
		'a postal code of another form',
		{ zip },
		[named(/^Postal Code \(CEP\) must have 8 digits/)],
	]),
	['a lost zero, and never pads', { zip: 1310100, state: 'SP' }, [named(/dropped the leading zero/)]],
	['no lost zero in a state that has none', { zip: 1310100 }, [named(/but is "1310100"$/)]],
	[
		'a lost zero elsewhere',
		{ zip: 2134, state: 'MA', country: 'US' },
		[named(/^Postal Code \(CEP\) must have 5 digits in US, but is "2134"\. A spreadsheet may have dropped/)],
	],
	[
		'what is not a name',
		{ name: 0 },
		['Name is not a name. If it is meant, select Name in the option Text That Is Meant'],
	],
])('names %s: %j', (_what, values, problems) => {
	expect(build(values).problems).toEqual(problems);
});

it.each<[Partial<Record<Parameter, unknown>>, Record<string, string>]>([
	[{ zip: '22240003' }, { zip: '22240003' }],
	[{ zip: 22240003 }, { zip: '22240003' }],
	[
		{ zip: '1000-001', country: 'PT' },
		{ zip: '1000-001', country: 'PT' },
	],
	[
		{ state: 'NY', country: 'US' },
		{ state: 'NY', country: 'US' },
	],
	[
		{ state: '2A', country: 'FR', zip: '20000' },
		{ state: '2A', country: 'FR' },
	],
	[
		{ state: '北京', country: 'CN', zip: '100000' },
		{ state: '北京', country: 'CN' },
	],
	[{ country: '' }, { state: 'RJ' }],
	[{ city: '0' }, { city: '0' }],
])('takes %j', (values, to) => {
	expect(build(values).value?.to).toMatchObject(to);
});

it('takes names of states and countries for their codes', () => {
	const { value } = build({ country: ' Brasil', state: 'sao paulo' });
	expect(value?.to).toMatchObject({ state: 'SP', country: 'BR' });
});

describe('Schedule At', () => {
	const scheduled = (scheduleAt: unknown) => build({ scheduleAt });

	it.each([
		['2026-12-01T09:00:00', '2026-12-01T09:00:00-03:00'],
		['2026-12-01 09:00:00', '2026-12-01T09:00:00-03:00'],
		['2026-12-01T09:00:00Z', '2026-12-01T09:00:00Z'],
		['2026-12-01T09:00:00+02:00', '2026-12-01T09:00:00+02:00'],
		[' 2026-12-01T09 ', '2026-12-01T09:00:00-03:00'],
		['2026-12-01', '2026-12-01T00:00:00-03:00'],
		['20261201', '2026-12-01T00:00:00-03:00'],
		['2026-11-22T09:00:00', '2026-11-22T09:00:00-03:00'],
	])('%s is sent as %s', (scheduleAt, expected) => {
		expect(scheduled(scheduleAt).value?.schedule_at).toBe(expected);
	});

	it('may be a date object, as expressions give them', () => {
		const at = DateTime.fromISO('2026-12-01T09:00:00', { zone: 'Europe/Lisbon' });
		for (const scheduleAt of [at, at.toJSDate()]) {
			const sent = scheduled(scheduleAt).value?.schedule_at ?? '';
			expect(DateTime.fromISO(sent).toMillis()).toBe(at.toMillis());
		}
	});

	it.each([
		...['tomorrow', '2026-12-01T09:00:00+99:00', '09:00', 'T09:00', '12', '2026', '2026-12'],
		...['2026-W49', '2026-W49-2', '2026-335', '2026-02-30', 12, true, new Date(NaN), ['2026-12-01']],
	])('is refused where it is none: %j', (scheduleAt) => {
		expect(scheduled(scheduleAt).problems).toEqual([
			named(/^Schedule At must be a date, with or without a time/),
		]);
	});

	it.each(['2026-11-22', '2026-11-22T08:59:59', '2020-01-01T00:00:00Z', new Date(0)])(
		'is refused before the run began, also in a checked letter: %s',
		(scheduleAt) => {
			const past = named(/^Schedule At must not be before the start of this run, but is \d{4}-/);
			expect(scheduled(scheduleAt).problems).toEqual([past]);
			expect(String(scheduled(scheduleAt).problems)).toContain('Give a later date, or none');
			const letter = { ...build().value, schedule_at: '2020-01-01T00:00:00Z' };
			expect(faults(checked(letter).problems)).toEqual([past]);
		},
	);
});

describe('a checked letter', () => {
	it.each<[unknown, RegExp]>([
		...[null, undefined, 'Ana', []].map((to): [unknown, RegExp] => [{ to, message: 'Oi' }, /^to must be/]),
		...[null, 'Ana', []].map((none): [unknown, RegExp] => [none, /^The letter must be of type object/]),
	])('is refused where it is none: %j', (letter, problem) => {
		expect(faults(checked(letter).problems)[0]).toMatch(problem);
	});

	it('may have a postal code that is a number, and the lost zero is explained', () => {
		const letter = (zip: number) => ({ ...build().value, to: { ...build().value?.to, state: 'SP', zip } });
		expect(checked(letter(13101000)).card?.to.zip).toBe('13101000');
		expect(faults(checked(letter(1310100)).problems)).toEqual([named(/dropped the leading zero/)]);
	});
});

it('names characters that were lost before what they may have been', () => {
	for (const field of ['name', 'addressLine2', 'message', 'externalId'] as const) {
		const lost = named(new RegExp(`^${labels[field]} has characters that were lost.*Latin1`));
		expect(build({ [field]: 'S\uFFFDo Jos\uFFFD' }).problems).toEqual([lost]);
	}
	expect(build({ name: '\uFFFD' }, { isMeant: ['name'] }).problems).toHaveLength(1);
});

it('lets text through where it is meant, and in no other field', () => {
	const texts = { city: '[Cidade]', message: 'Oi {{ nome }}' };
	const problems = (isMeant: string[]) => build(texts, { isMeant }).problems;
	expect(problems([])).toEqual([
		'City has the placeholder [Cidade]: fill in the value. If it is meant, select City in the option Text That Is Meant',
		'Message has the merge field {{ nome }}: switch the field to Expression, or fill in the value. If it is meant, select Message in the option Text That Is Meant',
	]);
	expect(problems(['message', 'name'])).toEqual([named(/^City has the placeholder/)]);
	expect(problems(['city', 'message'])).toEqual([]);
	expect(build({ name: 'a@b.example' }, { isMeant: ['name'] }).value?.to.name).toBe('a@b.example');
});

const INVISIBLE = ['\u200b', '\u200b\u2060', '\u00ad', '\u3164', '\ufe0f', '\u200b \u200d\n', '\u{e0020}'];

it.each(INVISIBLE)('takes a text that nobody can see as none: %j', (unseen) => {
	expect(build({ name: unseen, city: unseen, zip: unseen, state: unseen, message: unseen }).problems).toEqual(
		[
			'Name is empty',
			'City is empty',
			'State is empty',
			'Postal Code (CEP) is empty',
			'Message is required when no template is given',
		],
	);
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

describe('an External ID', () => {
	it('is trimmed, in fields and in a checked letter, and tells a letter to correct apart', () => {
		expect(build({ externalId: ' A-1\n' })).toMatchObject({
			value: { external_id: 'A-1' },
			externalId: 'A-1',
		});
		expect(checked({ ...build().value, external_id: ' A-1 ' }).card?.external_id).toBe('A-1');
		expect(build({ externalId: 'A-1', state: '' })).toMatchObject({ externalId: 'A-1', value: undefined });
	});

	it.each([
		['P-1\u200b', 'U+200B', 4],
		['\u2060P-1', 'U+2060', 1],
		['\u{1F44D}P\u00ad1', 'U+00AD', 3],
		['P-1 \u200b', 'U+200B', 5],
		['P-1\u{e0020}', 'U+E0020', 4],
		['\u2764\ufe0f', 'U+FE0F', 2],
	])('is refused with a character that nobody sees: %j', (externalId, code, position) => {
		const fault = `External ID contains an invisible character (${code}) at position ${position}: remove it, because with it this is another letter`;
		expect(build({ externalId }).problems).toEqual([fault]);
		expect(faults(checked({ ...build().value, external_id: externalId }).problems)).toEqual([fault]);
	});

	it('may be a date, which is written on no paper', () => {
		const date = DateTime.fromISO('2026-12-01T09:00:00Z', { zone: 'utc' });
		expect(build({ externalId: date }).value?.external_id).toBe('2026-12-01T09:00:00.000Z');
		for (const field of ['message', 'name', 'addressLine2', 'template'] as const) {
			expect(build({ [field]: date }).problems).toEqual([
				named(new RegExp(`^${labels[field]} would have a date as programs write it: give it a format`)),
			]);
		}
	});

	it('that an expression leaves empty is refused, unless it may be empty', () => {
		const fields = fieldsOf({ ...typed({}), externalId: { value: '', byExpression: true } });
		const problems = (mayBeEmpty: string[]) => buildLetter(fields, { mayBeEmpty, isMeant: [] }, run).problems;
		expect(faults(problems(['message']))).toEqual([named(/^External ID is empty, and without it this/)]);
		expect(problems(['externalId'])).toEqual([]);
	});
});

describe('metadata', () => {
	const taken = (metadata: unknown) => build({ metadata }).value?.metadata;

	it('may be pairs, an object, and an object in place of a pair', () => {
		const pair = (value: unknown, key?: unknown) => ({ key, value });
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

	it.each(['Acme', 1, null, {}])('may have a key that objects inherit: constructor %j', (constructor) => {
		const metadata = { constructor };
		expect(taken(metadata)).toEqual(metadata);
		const answer = { id: 'crd_1', status: 'queued', created_at: 'x', metadata };
		expect(cardSchema.safeParse(answer).data).toEqual(answer);
	});

	it('leaves as it stands, and says nothing of its words or its dates', () => {
		const metadata = {
			order: '12345678901234567890',
			most: Number.MAX_SAFE_INTEGER,
			least: -Number.MAX_SAFE_INTEGER,
			price: 1.1,
			none: null,
			from: 'undefined \uFFFD',
			deep: [{ on: true, toJSON: 1 }],
		};
		expect(taken(metadata)).toEqual(metadata);
		const when = DateTime.invalid('none');
		expect(build({ metadata: { when, at: new Date(NaN) } }).problems).toEqual([]);
	});

	const of = (key: unknown, value: unknown) => ({ values: [{ key, value }] });
	const twice = [...of(7, 'first').values, ...of('7', 'second').values];
	const inObject = [...of('', { a: 1, b: 2 }).values, ...of('a', 3).values];
	it.each<[unknown, string]>([
		...[[1], '{"a":1}', 7, true, new Date(0)].map((none): [unknown, string] => [none, 'must be an object']),
		[{ values: twice }, 'has the key "7" more than once'],
		[{ values: inObject }, 'has the key "a" more than once'],
		...['1', ['a'], null, undefined].flatMap((value) =>
			['', undefined, null].map((key): [unknown, string] => [
				of(key, value),
				'has a pair without a key, whose value is not an object',
			]),
		),
	])('%j is refused', (metadata, fault) => {
		expect(build({ metadata }).problems).toEqual([`Metadata ${fault}`]);
	});

	const ROUNDED = 'has more digits than a number can hold: write it in quotes, as text';
	const NO_JSON = 'which JSON cannot hold: correct the expression, or write it as text';
	it.each<[string, string]>([
		['{"order":12345678901234567890}', `"order" ${ROUNDED}`],
		['{"order":{"lines":[1,{"id":-9007199254740993}]}}', `"order.lines.1.id" ${ROUNDED}`],
		['{"x":1e999}', `"x" is Infinity, ${NO_JSON}`],
		['{"__proto__":{"a":1},"b":2}', 'has the key "__proto__", which cannot be sent: rename it'],
		['{"a":[{"__proto__":{"b":1}}]}', 'has the key "__proto__", which cannot be sent: rename it'],
	])('that would not leave as it stands is refused, also in a checked letter: %s', (json, fault) => {
		const metadata = JSON.parse(json) as unknown;
		expect(build({ metadata }).problems).toEqual([`Metadata ${fault}`]);
		expect(faults(checked({ ...build().value, metadata }).problems)).toEqual([`Metadata ${fault}`]);
	});

	it('may be 90 levels deep', () => {
		const nested = (levels: number): unknown => JSON.parse('{"a":'.repeat(levels) + '1' + '}'.repeat(levels));
		expect(taken(nested(90))).toEqual(nested(90));
		for (const levels of [91, 5000]) {
			const fault = 'Metadata is nested more than 90 levels deep';
			expect(build({ metadata: nested(levels) }).problems).toEqual([fault]);
		}
	});

	it('names the first twenty of many numbers: one message may hold millions', () => {
		const { problems } = build({
			metadata: of(
				'order',
				Array.from({ length: 200_000 }, () => NaN),
			),
		});
		expect(problems).toHaveLength(20);
		expect(problems.at(-1)).toBe(`Metadata "order.19" is NaN, ${NO_JSON}`);
	});
});
