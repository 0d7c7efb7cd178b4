/** The five operations as Fastify schemas: bodies, answers and the words about them (spec, Endpoints). */
import { z } from 'zod/v4';

import { batchCreateRequestSchema, cardCreateRequestSchema } from '../contract';
import { batchAnswer, cardAnswer, cardWithEventsAnswer, stylesAnswer, templatesAnswer } from './answers';
import type { ErrorName } from './errors';
import { refusals } from './errors';

const READ_REFUSALS: readonly ErrorName[] = ['InvalidApiKey', 'RateLimited', 'InternalError'];
const orderRefusals = refusals(
	...READ_REFUSALS,
	'InvalidRequest',
	'IdempotencyConflict',
	'BodyTooLarge',
	'InvalidOrder',
);

export const createCard = {
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
};

export const readCard = {
	operationId: 'readCard',
	tags: ['Cards'],
	summary: 'Read one card',
	description: 'The card with its timeline. A card of another account is reported as unknown.',
	params: z.object({ id: z.string() }),
	response: { 200: cardWithEventsAnswer, ...refusals(...READ_REFUSALS, 'CardNotFound') },
};

export const createBatch = {
	operationId: 'createBatch',
	tags: ['Batches'],
	summary: 'Create a batch',
	description:
		'Orders several letters at once, all or none. Each becomes a card of its own; ' +
		'`schedule_at` holds for the cards that have none.',
	body: batchCreateRequestSchema,
	response: { 202: batchAnswer, ...orderRefusals },
};

const listRefusals = refusals(...READ_REFUSALS);

export const listTemplates = {
	operationId: 'listTemplates',
	tags: ['Catalog'],
	summary: 'List approved templates',
	response: { 200: templatesAnswer, ...listRefusals },
};

export const listStyles = {
	operationId: 'listStyles',
	tags: ['Catalog'],
	summary: 'List handwriting styles',
	response: { 200: stylesAnswer, ...listRefusals },
};
