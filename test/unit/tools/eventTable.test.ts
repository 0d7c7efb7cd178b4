/** A row more in the table of events, and everything that shows or takes events knows it. */
import type * as Vocabulary from '../../../nodes/contract/vocabulary';
import type { CardEventName } from '../../../nodes/contract/vocabulary';
import { outputsExpression, selectedEvents } from '../../../nodes/HandwrittenLettersTrigger/events';
import { properties } from '../../../nodes/HandwrittenLettersTrigger/properties';
import { eventLabel } from '../../../sandbox/console/api/format';
import { EVENT_TABLE } from '../../../sandbox/console/api/model';
import { eventsToCome } from '../../../sandbox/console/letter/eventsToCome';
import { EVENT_ON_ENTERING, EVENT_ON_LEAVING, statusDuring } from '../../../sandbox/src/cards/lifecycle';
import { faultRulesSchema } from '../../../sandbox/src/faults/rules';
import { webhookBody } from '../../../sandbox/src/openapi/answers';
import { webhook } from '../../../sandbox/src/openapi/examples';
import { webhookHeaders, webhooks } from '../../../sandbox/src/openapi/webhooks';

jest.mock('../../../nodes/contract/vocabulary', () => {
	const real = jest.requireActual<typeof Vocabulary>('../../../nodes/contract/vocabulary');
	const unheardOf = {
		name: 'card.unheard_of',
		label: 'Unheard Of',
		meaning: 'What no service reports',
		status: 'in_transit',
	};
	return {
		...real,
		EVENT_TABLE: [...real.EVENT_TABLE, unheardOf],
		CARD_EVENTS: [...real.CARD_EVENTS, unheardOf.name],
	};
});

const ADDED = EVENT_TABLE.at(-1) as (typeof EVENT_TABLE)[number];

describe('a new event', () => {
	it('can be selected in the trigger, behind Delivered and Returned', () => {
		const options = properties.find(({ name }) => name === 'events')?.options ?? [];
		const names = options.map(({ name }) => name);
		expect(names).toEqual([
			'Letter Delivered',
			'Letter Returned',
			'Letter Created',
			'Letter Written',
			'Letter Shipped',
			'Letter Unheard Of',
			'All',
		]);
		expect(options).toContainEqual({
			name: 'Letter Unheard Of',
			value: 'card.unheard_of',
			description: ADDED.meaning,
			action: 'When a letter is unheard of',
		});
	});

	it('has an output with its label, behind all others', () => {
		expect(selectedEvents(['*'])).toContain('card.unheard_of');
		expect(outputsExpression).toContain('"displayName":"Unheard Of"}]');
	});

	it('is in the OpenAPI document', () => {
		expect(webhooks[ADDED.name]?.post?.summary).toBe(ADDED.meaning);
		expect(JSON.stringify(webhookHeaders.WebhookEvent.schema)).toContain('card.unheard_of');
		expect(webhookBody.safeParse(webhook(ADDED.name)).success).toBe(true);
	});

	it('shows in a test event the status of its row, although no step of the sandbox emits it', () => {
		expect(statusDuring('card.unheard_of' as CardEventName)).toBe('in_transit');
	});

	it('has its label in the console', () => {
		expect(eventLabel('card.unheard_of')).toBe('Unheard Of');
	});

	it('is not shown as still to come on every letter', () => {
		const letter = { events: [{ type: 'card.created' as const, at: '2026-09-27T12:00:00.000Z' }] };
		const toCome = eventsToCome({ ...letter, status: 'queued' });
		expect(toCome).toEqual(['card.written', 'card.shipped', 'card.delivered']);
		expect(eventsToCome({ ...letter, status: 'returned' })).toEqual([]);
	});

	it('can be given a fault', () => {
		const rule = { on: { event: 'card.unheard_of' }, when: { next: 1 }, fault: { webhook: 'duplicate' } };
		expect(faultRulesSchema.safeParse([rule]).success).toBe(true);
	});
});

it('a test event shows the status that the letter has in the steps of the sandbox', () => {
	const steps = [...Object.entries(EVENT_ON_LEAVING), ...Object.entries(EVENT_ON_ENTERING)];
	expect(steps.map(([, event]) => [event, statusDuring(event)])).toEqual(
		steps.map(([status, event]) => [event, status]),
	);
});
