/** The orders of a check that are wrong on purpose, and must be refused. */
import { randomUUID } from 'node:crypto';

import type { Refusal } from './judge';
import { CONFLICT, judgeRefusal, UNAUTHORIZED } from './judge';
import type { Call } from './prober';
import type { Json, Scene, Step } from './step';
import { batchOf, letter, MESSAGE } from './step';

const WRONG: Refusal = { statuses: [422], type: 'validation_error' };
const MALFORMED: Refusal = { statuses: [400], type: 'validation_error', sandboxCode: 'invalid_request' };
const EITHER: Refusal = { statuses: [400, 422], type: 'validation_error' };

/** A call that must be refused. */
function refused(
	path: '/cards' | '/batches',
	about: string,
	refusal: Refusal,
	body: (scene: Scene) => unknown,
	call: (scene: Scene) => Pick<Call, 'key' | 'authorization'> = () => ({}),
): Step {
	const run = async (scene: Scene): Promise<void> => {
		const { prober, findings } = scene;
		const answer = await prober.post(path, { key: randomUUID(), body: body(scene), ...call(scene) });
		judgeRefusal(findings, `POST ${path}`, about, answer, refusal);
	};
	return { name: `POST ${path}, ${about}`, run };
}

const OTHER_PAYLOAD = 'same key, other payload';

export const CONFLICT_OF_LETTER: Step = {
	repeats: 'card',
	...refused(
		'/cards',
		OTHER_PAYLOAD,
		CONFLICT,
		(s) => letter(s, { message: `${MESSAGE} Changed.` }),
		({ keys }) => ({ key: keys.card }),
	),
};

export const CONFLICT_OF_BATCH: Step = {
	repeats: 'batch',
	...refused(
		'/batches',
		OTHER_PAYLOAD,
		CONFLICT,
		(s) => ({ cards: [letter(s), letter(s)] }),
		({ keys }) => ({ key: keys.batch }),
	),
};

type Row = [about: string, refusal: Refusal, body: (scene: Scene) => unknown];

const withCode = (refusal: Refusal, sandboxCode: string): Refusal => ({ ...refusal, sandboxCode });
const order = (changes: Json) => (scene: Scene) => letter(scene, changes);
const to = (changes: Json) => (scene: Scene) => letter(scene, { to: { ...scene.to, ...changes } });
const unlike = (name: string, value: unknown, of = order): Row => [
	`${name}: ${JSON.stringify(value)}`,
	EITHER,
	of({ [name]: value }),
];

/** `undefined` leaves a property out. */
const LETTERS: readonly Row[] = [
	['broken JSON', MALFORMED, () => '{"to": {'],
	['a list as the body', EITHER, () => []],
	['null as the body', EITHER, () => null],
	['text as the body', EITHER, () => '"letter"'],
	['neither template nor message', withCode(EITHER, 'missing_field'), order({ message: undefined })],
	['another property', withCode(EITHER, 'invalid_request'), order({ colour: 'blue' })],
	['another property in to', EITHER, to({ floor: '3' })],
	['no recipient', withCode(WRONG, 'missing_field'), order({ to: undefined })],
	...['name', 'address_line1', 'city', 'state', 'zip'].flatMap((field): Row[] => [
		[`no ${field}`, withCode(WRONG, 'missing_field'), to({ [field]: undefined })],
		unlike(field, null, to),
		unlike(field, 7, to),
	]),
	['a state of three letters', withCode(WRONG, 'invalid_state'), to({ state: 'SPX' })],
	['a state of one letter', withCode(WRONG, 'invalid_state'), to({ state: 'S' })],
	['a short postal code', withCode(WRONG, 'invalid_zip'), to({ zip: '1', country: 'BR' })],
	unlike('address_line2', 7, to),
	...['BRA', 'Brasil', 55].map((country) => unlike('country', country, to)),
	[
		'an unknown template',
		withCode(WRONG, 'invalid_template'),
		order({ template: `unknown-${randomUUID()}` }),
	],
	unlike('to', 'Ana Souza, Rua das Flores 10'),
	...['template', 'style', 'external_id'].map((name) => unlike(name, 7)),
	unlike('message', ['Hi']),
	unlike('metadata', 'text'),
	unlike('metadata', ['text']),
	...[
		'tomorrow',
		'2030-01-01',
		'2030-01-01T09:00:00',
		'2030-01-01T09:00Z',
		'2030-02-30T09:00:00Z',
		'2030-01-01T25:00:00Z',
		'2030-01-01T09:00:00+99:00',
		1_900_000_000,
	].map((at) => unlike('schedule_at', at)),
];

const BATCHES: readonly Row[] = [
	['broken JSON', MALFORMED, () => '{"cards": ['],
	['no cards', withCode(WRONG, 'missing_field'), () => ({})],
	['no letter', withCode(EITHER, 'missing_field'), () => ({ cards: [] })],
	['a letter for a list', EITHER, (s) => ({ cards: letter(s) })],
	['a list as the body', EITHER, (s) => [letter(s)]],
	['a wrong letter', EITHER, (s) => ({ cards: [letter(s), letter(s, { to: {} })] })],
	['another property in a letter', EITHER, (s) => ({ cards: [letter(s, { colour: 'blue' })] })],
	['a schedule_at that is no date', EITHER, (s) => ({ ...batchOf(s), schedule_at: 'soon' })],
];

/** What no order may lack. */
function unidentified(path: '/cards' | '/batches', body: (scene: Scene) => Json): Step[] {
	return [
		refused(path, 'no Idempotency-Key', MALFORMED, body, () => ({ key: null })),
		refused(path, 'an empty Idempotency-Key', MALFORMED, body, () => ({ key: '' })),
		refused(path, 'no API key', UNAUTHORIZED, body, () => ({ authorization: null })),
		refused(path, 'wrong API key', UNAUTHORIZED, body, () => ({ authorization: 'Bearer wrong' })),
	];
}

export const REFUSALS: readonly Step[] = [
	...unidentified('/cards', letter),
	...unidentified('/batches', batchOf),
	...LETTERS.map(([about, refusal, body]) => refused('/cards', about, refusal, body)),
	...BATCHES.map(([about, refusal, body]) => refused('/batches', about, refusal, body)),
];
