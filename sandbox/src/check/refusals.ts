/** The orders of a check that are wrong on purpose, and must be refused. */
import { randomUUID } from 'node:crypto';

import type { Refusal } from './judge';
import { CONFLICT, judgeRefusal, UNAUTHORIZED } from './judge';
import type { Scene, Step } from './step';
import { batchOf, letter, MESSAGE, without } from './step';

const WRONG: Refusal = { statuses: [422], type: 'validation_error' };
const MALFORMED: Refusal = { statuses: [400], type: 'validation_error', sandboxCode: 'invalid_request' };
const EITHER: Refusal = { statuses: [400, 422], type: 'validation_error' };
/** A call that must be refused. */
function refused(
	path: '/cards' | '/batches',
	about: string,
	refusal: Refusal,
	body: (scene: Scene) => unknown,
	call: (scene: Scene) => { key?: string | null; apiKey?: string | null } = () => ({}),
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

export const REFUSALS: readonly Step[] = [
	refused('/cards', 'no Idempotency-Key', MALFORMED, letter, () => ({ key: null })),
	refused('/batches', 'no Idempotency-Key', MALFORMED, batchOf, () => ({ key: null })),
	refused('/cards', 'broken JSON', MALFORMED, () => '{"to": {'),
	refused('/cards', 'no API key', UNAUTHORIZED, letter, () => ({ apiKey: null })),
	refused('/batches', 'wrong API key', UNAUTHORIZED, batchOf, () => ({ apiKey: 'wrong' })),
	refused('/cards', 'neither template nor message', { ...EITHER, sandboxCode: 'missing_field' }, (s) =>
		without(letter(s), 'message'),
	),
	refused('/cards', 'another property', { ...EITHER, sandboxCode: 'invalid_request' }, (s) =>
		letter(s, { colour: 'blue' }),
	),
	refused('/cards', 'another property in to', EITHER, (s) => letter(s, { to: { ...s.to, floor: '3' } })),
	refused('/cards', 'no recipient', { ...EITHER, sandboxCode: 'missing_field' }, (s) =>
		without(letter(s), 'to'),
	),
	refused('/cards', 'no postal code', { ...WRONG, sandboxCode: 'missing_field' }, (s) =>
		letter(s, { to: without(s.to, 'zip') }),
	),
	refused('/cards', 'a state of three letters', { ...WRONG, sandboxCode: 'invalid_state' }, (s) =>
		letter(s, { to: { ...s.to, state: 'SPX' } }),
	),
	refused('/cards', 'an unknown template', { ...WRONG, sandboxCode: 'invalid_template' }, (s) =>
		letter(s, { template: `unknown-${randomUUID()}` }),
	),
	refused('/cards', 'a schedule_at that is no date', { ...EITHER, sandboxCode: 'invalid_schedule_at' }, (s) =>
		letter(s, { schedule_at: 'tomorrow' }),
	),
	refused('/cards', 'metadata that is no object', EITHER, (s) => letter(s, { metadata: 'text' })),
	refused('/batches', 'no letter', { ...EITHER, sandboxCode: 'missing_field' }, () => ({ cards: [] })),
	refused('/batches', 'a wrong letter', EITHER, (s) => ({ cards: [letter(s), letter(s, { to: {} })] })),
];
