/**
 * Decides between 400 and 422 (spec, Errors): 400 for a body of the wrong form, 422 for one that
 * has the right form but fails a rule about its content. The spec's list of codes is "not shown".
 */
import { z } from 'zod/v4';

import { STYLES, TEMPLATES } from '../cards/catalog';
import { batchCreateRequestSchema, cardCreateRequestSchema } from '../contract';
import { ApiError } from './errors';
import type { Violation } from './fieldErrors';
import { describe, INVALID_REQUEST, isRecord, MOST_NAMED, pathText, violationsOf } from './fieldErrors';

const TEMPLATE_IDS = new Set(TEMPLATES.map(({ id }) => id));
const STYLE_IDS = new Set(STYLES.map(({ id }) => id));

function isText(value: unknown): value is string {
	return typeof value === 'string' && value.trim() !== '';
}

/** What only this account knows; reads any body, so that one answer names every field. */
function contentViolations(order: unknown): Violation[] {
	if (!isRecord(order)) return [];
	const found: Violation[] = [];
	const add = (path: string, code: Violation['code'], text: string) => found.push({ path, code, text });

	const { template, style } = order;
	if (isText(template) && !TEMPLATE_IDS.has(template)) {
		add('template', 'invalid_template', 'is not a template of this account');
	}
	if (isText(style) && !STYLE_IDS.has(style)) {
		add('style', 'invalid_style', 'is not a style of this account');
	}
	return found;
}

/** RFC 3339, 5.6: `T` and `Z` may be written small; the contract's schema wants them tall. */
function withTallInstant(order: unknown): unknown {
	if (!isRecord(order) || typeof order.schedule_at !== 'string') return order;
	return { ...order, schedule_at: order.schedule_at.toUpperCase() };
}

function schemaViolations(schema: z.ZodType, given: unknown): Violation[] {
	const { error } = schema.safeParse(withTallInstant(given));
	return error === undefined ? [] : violationsOf(error, given);
}

function cardViolations(order: unknown): Violation[] {
	return [...schemaViolations(cardCreateRequestSchema, order), ...contentViolations(order)];
}

/** The letters are looked at one by one: thousands of bad ones would cost minutes and gigabytes. */
const batchSchema = batchCreateRequestSchema.extend({
	cards: z.array(z.unknown()).min(1, 'needs at least one card'),
});

function batchViolations(body: unknown): Violation[] {
	const found = schemaViolations(batchSchema, body);
	const cards: unknown[] = isRecord(body) && Array.isArray(body.cards) ? body.cards : [];
	for (const [index, order] of cards.entries()) {
		if (found.length > MOST_NAMED) break;
		const at = pathText(['cards', index]);
		for (const { path, ...violation } of cardViolations(order)) {
			found.push({ ...violation, path: path === '' ? at : `${at}.${path}` });
		}
	}
	return found;
}

/** Throws one error that names the bad fields; the first one of the graver kind decides the code. */
function refuse(violations: readonly Violation[]): void {
	const isMalformed = ({ code }: Violation) => code === INVALID_REQUEST;
	const malformed = violations.filter(isMalformed);
	const inOrder = [...malformed, ...violations.filter((one) => !isMalformed(one))];
	const first = inOrder[0];
	if (first === undefined) return;
	throw new ApiError(first.code, describe(inOrder));
}

export function refuseBadCard(body: unknown): void {
	refuse(cardViolations(body));
}

export function refuseBadBatch(body: unknown): void {
	refuse(batchViolations(body));
}
