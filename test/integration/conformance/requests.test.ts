/** Spec, Resources and their fields: what may be ordered, and what is refused. */
import type { Json } from './service';
import { address, errorOf, order, Service } from './service';

let service: Service;
beforeAll(async () => {
	service = await Service.start();
});
afterAll(() => service.close());

const to = (changes: Json): Json => order({ to: { ...address, ...changes } });

/** The spec gives 422 to business validation and leaves other faults between 400 and 422. */
const OPEN = [400, 422];

async function expectRefused(path: string, body: unknown, statuses = OPEN): Promise<void> {
	const letters = await service.letters();
	const answer = await service.post(path, body);
	expect(statuses).toContain(answer.status);
	expect(errorOf(answer).type).toBe('validation_error');
	expect(await service.letters()).toBe(letters);
}

interface Fault {
	readonly order: unknown;
	readonly statuses?: number[];
	/** Only the account knows that it is wrong. */
	readonly formIsRight?: boolean;
}

const REQUIRED = ['name', 'address_line1', 'city', 'state', 'zip'];

const FAULTS: Record<string, Fault> = {
	'Card create request: `to` is required': { order: { message: 'Hi' }, statuses: [422] },
	'Card create request: `to` is an Address': { order: order({ to: 'Ana Souza, Rua das Flores 10' }) },
	'Card create request: at least one of template or message': { order: { to: address } },
	'Card create request: no other properties': { order: order({ color: 'blue' }) },
	'Card create request: template is a string': { order: order({ template: 7 }) },
	'Card create request: template is approved for the account': {
		order: order({ template: 'no-such-template' }),
		statuses: [422],
		formIsRight: true,
	},
	'Card create request: message is a string': { order: order({ message: ['Hi'] }) },
	'Card create request: style is a string': { order: order({ style: 7 }) },
	'Card create request: schedule_at is a string': { order: order({ schedule_at: 1_900_000_000 }) },
	'Card create request: external_id is a string': { order: order({ external_id: 7 }) },
	'Card create request: metadata is an object (list)': { order: order({ metadata: ['x'] }) },
	'Card create request: metadata is an object (text)': { order: order({ metadata: 'x' }) },
	'Address: no other properties': { order: to({ street: 'x' }) },
	'Address: address_line2 is a string or null': { order: to({ address_line2: 7 }) },
	'Address: state has exactly 2 characters (1)': { order: to({ state: 'S' }) },
	'Address: state has exactly 2 characters (3)': { order: to({ state: 'SPX' }) },
	'Address: state is a two-letter code in Brazil': { order: to({ state: '12' }), formIsRight: true },
	'Address: country is an ISO-2 code (3 letters)': { order: to({ country: 'BRA' }) },
	'Address: country is an ISO-2 code (name)': { order: to({ country: 'Brasil' }) },
	'Address: country is a string': { order: to({ country: 55 }) },
};
for (const field of REQUIRED) {
	FAULTS[`Address: ${field} is required`] = { order: to({ [field]: undefined }), statuses: [422] };
	FAULTS[`Address: ${field} is not null`] = { order: to({ [field]: null }) };
	FAULTS[`Address: ${field} is a string`] = { order: to({ [field]: 7 }) };
}
const NO_DATE_TIMES = [
	'tomorrow',
	'2030-01-01',
	'2030-01-01T09:00:00',
	'2030-01-01T09:00Z',
	'2030-02-30T09:00:00Z',
	'2030-01-01T25:00:00Z',
	'2030-01-01T09:00:00+99:00',
];
for (const schedule_at of NO_DATE_TIMES) {
	FAULTS[`Card create request: schedule_at is a date-time, not ${schedule_at}`] = {
		order: order({ schedule_at }),
	};
}
const faults = Object.entries(FAULTS);

it.each(faults)('%s', async (_rule, { order: body, statuses, formIsRight = false }) => {
	await expectRefused('/cards', body, statuses);
	expect(service.document.accepts('CardCreateRequest', body)).toBe(formIsRight);
});

it.each(faults)('Batch create request: cards hold Card create requests: %s', async (_rule, fault) => {
	const body = { cards: [order(), fault.order] };
	await expectRefused('/batches', body, fault.statuses);
	expect(service.document.accepts('BatchCreateRequest', body)).toBe(fault.formIsRight ?? false);
});

it.each<[string, unknown, number[]?]>([
	['Card create request: is an object, not a list', []],
	['Card create request: is an object, not text', 'letter'],
	['Card create request: is an object, not null', null],
])('%s', async (_rule, body, statuses = OPEN) => {
	await expectRefused('/cards', body, statuses);
	expect(service.document.accepts('CardCreateRequest', body)).toBe(false);
});

it.each<[string, unknown, number[]?]>([
	['Batch create request: cards is required', {}, [422]],
	['Batch create request: cards has at least 1 item', { cards: [] }],
	['Batch create request: cards is an array', { cards: order() }],
	['Batch create request: schedule_at is a date-time', { cards: [order()], schedule_at: 'soon' }],
	['Batch create request: is an object', [order()]],
])('%s', async (_rule, body, statuses = OPEN) => {
	await expectRefused('/batches', body, statuses);
	expect(service.document.accepts('BatchCreateRequest', body)).toBe(false);
});

it('Errors 422: the sample of business validation is code invalid_zip', async () => {
	const answer = await service.post('/cards', to({ zip: '1310100' }));
	expect([answer.status, errorOf(answer).code]).toEqual([422, 'invalid_zip']);
});

it.each<[string, Json]>([
	['Address: address_line2 may be left out', to({})],
	['Address: address_line2 may be text', to({ address_line2: 'Bloco B' })],
	['Address: address_line2 may be null', to({ address_line2: null })],
	['Address: country may be left out', to({})],
	['Address: country may be BR', to({ country: 'BR' })],
	['Address: country may be another', to({ country: 'PT', zip: '1000-001' })],
	['Card create request: message without template', order()],
	['Address: state with digits in France', to({ state: '75', zip: '75001', country: 'FR' })],
	['Card create request: schedule_at with an offset', order({ schedule_at: '2030-01-01T09:00:00-03:00' })],
	['Card create request: schedule_at in UTC', order({ schedule_at: '2030-01-01T09:00:00.250Z' })],
	['Card create request: metadata may be empty', order({ metadata: {} })],
])('%s', async (_rule, body) => {
	await service.accepted('/cards', body);
	await service.accepted('/batches', { cards: [body] });
});

it('Card create request: template without message, and both together', async () => {
	const template = await service.firstOf('templates');
	await service.accepted('/cards', { to: address, template });
	await service.accepted('/cards', order({ template }));
});

it('Card create request: style is one of the catalog', async () => {
	await service.newCard({ style: await service.firstOf('styles') });
});

it('Batch create request: schedule_at is optional', async () => {
	await service.accepted('/batches', { cards: [order()], schedule_at: '2030-01-01T09:00:00Z' });
});
