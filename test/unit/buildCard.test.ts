import { DateTime } from 'luxon';

import type { CardParameters } from '../../nodes/HandwrittenLetters/card/buildCard';
import { buildCard, checkCard, readInstant } from '../../nodes/HandwrittenLetters/card/buildCard';
import { cardSchema } from '../../nodes/shared/contract';

const parameters: CardParameters = {
	recipient: 'fields',
	name: 'Maria da Silva',
	addressLine1: 'Rua das Laranjeiras, 210',
	addressLine2: '',
	city: 'Rio de Janeiro',
	state: 'RJ',
	zip: '22240-003',
	country: 'BR',
	recipientJson: '{}',
	message: 'Obrigada!',
	template: '',
	style: '',
	externalId: '',
	additionalFields: {},
};
const build = (changes: Partial<CardParameters> = {}) =>
	buildCard({ ...parameters, ...changes }, 'America/Sao_Paulo');

describe('buildCard', () => {
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
			'to.name is required and must not be empty',
			'to.state must be exactly 2 characters, for example SP',
			'message is required when no template is given',
			'to.zip must hold 8 digits in Brazil, for example 01310-100, but is "123".',
		]);
	});

	it.each(['22240003', '22240-003', 22240003])('takes the postal code %s', (zip) => {
		expect(build({ zip }).value?.to.zip).toBe(String(zip));
	});

	it.each(['1310-100', '123456789', '2224 0003', 'ABCDE-FGH'])('refuses the postal code %s', (zip) => {
		expect(build({ zip }).problems).toEqual([expect.stringMatching(/^to\.zip must hold 8 digits/)]);
	});

	it('explains a dropped leading zero and never pads', () => {
		expect(build({ zip: 1310100 }).problems).toEqual([
			expect.stringContaining('dropped the leading zero'),
		]);
	});

	it('leaves postal codes of other countries alone', () => {
		expect(build({ zip: '1000-001', country: 'PT' }).value?.to.zip).toBe('1000-001');
	});

	it.each([
		['2026-12-01T09:00:00', '2026-12-01T09:00:00-03:00'],
		['2026-12-01 09:00:00', '2026-12-01T09:00:00-03:00'],
		['2026-12-01T09:00:00Z', '2026-12-01T09:00:00Z'],
		['2026-12-01T09:00:00+02:00', '2026-12-01T09:00:00+02:00'],
	])('sends the time %s as %s', (scheduleAt, expected) => {
		expect(build({ additionalFields: { scheduleAt } }).value?.schedule_at).toBe(expected);
	});

	it('takes date objects, as expressions give them', () => {
		const at = DateTime.fromISO('2026-12-01T09:00:00', { zone: 'Europe/Lisbon' });
		for (const scheduleAt of [at, at.toJSDate()]) {
			const sent = build({ additionalFields: { scheduleAt } }).value?.schedule_at ?? '';
			expect(DateTime.fromISO(sent).toMillis()).toBe(at.toMillis());
		}
	});

	it.each(['tomorrow', '2026-12-01T09:00:00+99:00'])('refuses a time that is none: %s', (scheduleAt) => {
		expect(build({ additionalFields: { scheduleAt } }).problems).toEqual([
			expect.stringContaining('schedule_at must be a date and time'),
		]);
		const problems: string[] = [];
		expect(readInstant(scheduleAt, 'America/Sao_Paulo', problems)).toBeUndefined();
		expect(problems).toHaveLength(1);
	});

	it.each([null, undefined, 'Ana', []])('names the recipient that is none: %j', (to) => {
		expect(checkCard({ to, message: 'Oi' }, 'cards[0]').problems).toEqual([
			expect.stringMatching(/^cards\[0\]\.to must be/),
		]);
	});

	it('takes a postal code that JSON holds as a number, and explains a lost zero', () => {
		const letter = (zip: number) => ({ ...build().value, to: { ...build().value?.to, zip } });
		expect(checkCard(letter(13101000)).value?.to.zip).toBe('13101000');
		expect(checkCard(letter(1310100)).problems).toEqual([
			expect.stringContaining('dropped the leading zero'),
		]);
	});

	it.each<[string, unknown, string]>([
		['a number', 7.5, '7.5'],
		['a big number', 12345678901234567890n, '12345678901234567890'],
		['a truth value', false, 'false'],
		['a date', new Date(0), '1970-01-01T00:00:00.000Z'],
		['a date of an expression', DateTime.fromISO('2026-12-01T09:00:00Z', { zone: 'utc' }), '2026-12-01T09:00:00.000Z'],
	])('writes %s as plain text', (_what, message, written) => {
		expect(build({ message }).value?.message).toBe(written);
		expect(build({ externalId: message }).value?.external_id).toBe(written);
	});

	it.each<[string, unknown]>([
		['NaN', NaN],
		['Infinity', 1 / 0],
		['an object', { name: 'Ana' }],
		['an object', new Date(NaN)],
		['an object', DateTime.invalid('none')],
		['a list', ['Ana']],
	])('puts no %s on paper, nor into a key', (what, value) => {
		const fields = ['message', 'template', 'style', 'externalId', 'name', 'addressLine2'] as const;
		const names = ['message', 'template', 'style', 'external_id', 'to.name', 'to.address_line2'];
		for (const [index, field] of fields.entries()) {
			expect(build({ [field]: value }).problems).toEqual([
				expect.stringMatching(new RegExp(`^${names[index] ?? ''} must be text, but is ${what}`)),
			]);
		}
	});

	it.each(['Acme', 1, null, {}])('takes a key of metadata that objects inherit: constructor %j', (constructor) => {
		const metadata = { constructor };
		expect(build({ additionalFields: { metadataJson: JSON.stringify(metadata) } }).value?.metadata).toEqual(metadata);
		const answer = { id: 'crd_1', status: 'queued', created_at: 'x', metadata };
		expect(cardSchema.safeParse(answer).data).toEqual(answer);
	});

	it('takes metadata as pairs or as JSON, not both', () => {
		const pairs = { values: [{ key: 'order', value: '7' }] };
		expect(build({ additionalFields: { metadata: pairs } }).value?.metadata).toEqual({ order: '7' });
		expect(
			build({ additionalFields: { metadataJson: '{"a":{"b":[1]}}' } }).value?.metadata,
		).toEqual({ a: { b: [1] } });
		expect(
			build({ additionalFields: { metadata: pairs, metadataJson: '{"a":1}' } }).problems,
		).toEqual([expect.stringContaining('given twice')]);
	});

	it('takes the recipient as JSON and refuses fields the service does not know', () => {
		const address = { ...build().value?.to };
		expect(build({ recipient: 'json', recipientJson: JSON.stringify(address) }).value?.to).toEqual(
			address,
		);
		expect(
			build({ recipient: 'json', recipientJson: { ...address, cpf: '1' } }).problems,
		).toEqual([expect.stringContaining('"cpf"')]);
		expect(build({ recipient: 'json', recipientJson: 'nonsense' }).problems).toEqual([
			'Recipient (JSON) is not valid JSON',
		]);
	});
});

describe('checkCard', () => {
	it('says where in a list the problem is', () => {
		expect(checkCard({ ...build().value, to: { ...build().value?.to, state: 'S' } }, 'cards[3]').problems).toEqual([
			'cards[3].to.state must be exactly 2 characters, for example SP',
		]);
	});
});
