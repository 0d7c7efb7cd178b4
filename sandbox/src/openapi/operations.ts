/** The five operations, each with its words, body, answers and examples (spec, Endpoints). */
import { z } from 'zod/v4';

import { batchCreateRequestSchema, cardCreateRequestSchema } from '../contract';
import { batchAnswer, cardAnswer, cardWithEventsAnswer, stylesAnswer, templatesAnswer } from './answers';
import type { ErrorName } from './errors';
import { refusals } from './errors';
import * as examples from './examples';

const READ_REFUSALS: readonly ErrorName[] = ['InvalidApiKey', 'RateLimited', 'InternalError'];
const orderRefusals = refusals(
	...READ_REFUSALS,
	'InvalidRequest',
	'IdempotencyConflict',
	'BodyTooLarge',
	'InvalidOrder',
);
const listRefusals = refusals(...READ_REFUSALS);

export const createCard = {
	schema: {
		operationId: 'createCard',
		tags: ['Cards'],
		summary: 'Create one card',
		description:
			'Orders one letter. Needs at least one of `template` and `message`; both may be sent together. ' +
			'The API does not document how to supply the variables of a template.\n\n' +
			'Repeating the call with the same `Idempotency-Key` and the same payload returns the same card ' +
			'and creates no second letter.',
		body: cardCreateRequestSchema,
		response: { 201: cardAnswer, ...orderRefusals },
	},
	success: 'The accepted card, `queued`, without `events`.',
	answer: examples.card,
	requests: examples.cardRequests,
};

export const readCard = {
	schema: {
		operationId: 'readCard',
		tags: ['Cards'],
		summary: 'Read one card',
		description: 'The card with its timeline. A card of another account is reported as unknown.',
		params: z.object({ id: z.string() }),
		response: { 200: cardWithEventsAnswer, ...refusals(...READ_REFUSALS, 'CardNotFound') },
	},
	success: 'The card with its timeline.',
	answer: examples.cardWithEvents,
};

export const createBatch = {
	schema: {
		operationId: 'createBatch',
		tags: ['Batches'],
		summary: 'Create a batch',
		description:
			'Orders several letters at once, all or none. Each becomes a card of its own; ' +
			'`schedule_at` holds for the cards that have none.',
		body: batchCreateRequestSchema,
		response: { 202: batchAnswer, ...orderRefusals },
	},
	success: 'Accepted and queued.',
	answer: examples.batch,
	requests: examples.batchRequests,
};

export const listTemplates = {
	schema: {
		operationId: 'listTemplates',
		tags: ['Catalog'],
		summary: 'List approved templates',
		response: { 200: templatesAnswer, ...listRefusals },
	},
	success: 'Every template of the account.',
	answer: examples.templates,
};

export const listStyles = {
	schema: {
		operationId: 'listStyles',
		tags: ['Catalog'],
		summary: 'List handwriting styles',
		response: { 200: stylesAnswer, ...listRefusals },
	},
	success: 'Every handwriting style of the account.',
	answer: examples.styles,
};
