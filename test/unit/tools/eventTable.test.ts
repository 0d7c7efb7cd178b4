/** A row more in the table of events, and everything that shows or takes events knows it. */
import { outputsExpression } from '../../../nodes/HandwrittenLettersTrigger/eventOutputs';
import { selectedEvents } from '../../../nodes/HandwrittenLettersTrigger/eventSelection';
import { properties } from '../../../nodes/HandwrittenLettersTrigger/properties';
import type * as Vocabulary from '../../../nodes/shared/contract/vocabulary';
import { eventLabel } from '../../../sandbox/console/api/format';
import { EVENT_TABLE } from '../../../sandbox/console/api/model';
import { faultRulesSchema } from '../../../sandbox/src/faults/rules';
import { webhookBody } from '../../../sandbox/src/openapi/answers';
import { webhook } from '../../../sandbox/src/openapi/examples';
import { webhookHeaders, webhooks } from '../../../sandbox/src/openapi/webhooks';

jest.mock('../../../nodes/shared/contract/vocabulary', () => {
	const real = jest.requireActual<typeof Vocabulary>('../../../nodes/shared/contract/vocabulary');
	const lost = { name: 'card.lost', label: 'Lost', meaning: 'The carrier cannot find it' };
	return {
		...real,
		EVENT_TABLE: [...real.EVENT_TABLE, lost],
		CARD_EVENTS: [...real.CARD_EVENTS, lost.name],
	};
});

const LOST = EVENT_TABLE.at(-1) as (typeof EVENT_TABLE)[number];

describe('a new event', () => {
	it('can be selected in the trigger, in alphabetical order', () => {
		const options = properties.find(({ name }) => name === 'events')?.options ?? [];
		const names = options.map(({ name }) => name);
		expect(names).toHaveLength(EVENT_TABLE.length + 1);
		expect(names).toEqual([...names].sort());
		expect(options).toContainEqual({
			name: 'Card Lost',
			value: 'card.lost',
			description: LOST.meaning,
			action: 'When a letter is lost',
		});
	});

	it('has an output with its label', () => {
		expect(selectedEvents(['*'])).toContain('card.lost');
		expect(outputsExpression).toContain('"card.lost":"Lost"');
	});

	it('is in the OpenAPI document', () => {
		expect(webhooks[LOST.name]?.post?.summary).toBe(LOST.meaning);
		expect(JSON.stringify(webhookHeaders.WebhookEvent.schema)).toContain('card.lost');
		expect(webhookBody.safeParse(webhook(LOST.name)).success).toBe(true);
	});

	it('has its label in the console', () => {
		expect(eventLabel('card.lost')).toBe('Lost');
	});

	it('can be given a fault', () => {
		const rule = { on: { event: 'card.lost' }, when: { next: 1 }, fault: { webhook: 'duplicate' } };
		expect(faultRulesSchema.safeParse([rule]).success).toBe(true);
	});
});
