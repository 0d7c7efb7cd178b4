/**
 * Decides between 400 and 422 (spec, Errors): 400 for a body of the wrong form, 422 for one that
 * has the right form but fails a rule about its content. The spec's list of codes is "not shown".
 */
import { z } from 'zod/v4';
import { STYLES, TEMPLATES } from './catalog';
import { ApiError } from './errors';
import {
	describe,
	INVALID_REQUEST,
	isRecord,
	pathText,
	violationOf,
	type Violation,
} from './violations';

const TEMPLATE_IDS = new Set(TEMPLATES.map(({ id }) => id));
const STYLE_IDS = new Set(STYLES.map(({ id }) => id));
const BRAZILIAN_ZIP = /^\d{5}-?\d{3}$/;

function isText(value: unknown): value is string {
	return typeof value === 'string' && value.trim() !== '';
}

/** Rules the contract's schema cannot hold; reads any body, so that one answer names every field. */
function contentViolations(order: unknown, at: readonly PropertyKey[]): Violation[] {
	if (!isRecord(order)) return [];
	const found: Violation[] = [];
	const add = (path: PropertyKey[], code: string, text: string) =>
		found.push({ path: pathText([...at, ...path]), code, text });

	const { to, template, style } = order;
	if (isRecord(to)) {
		const country = to.country ?? 'BR'; // spec, Address: default `BR`
		if (country === 'BR' && isText(to.zip) && !BRAZILIAN_ZIP.test(to.zip)) {
			add(['to', 'zip'], 'invalid_zip', 'must have 8 digits in BR, for example 01310-100');
		}
	}
	if (isText(template) && !TEMPLATE_IDS.has(template)) {
		add(['template'], 'invalid_template', 'is not a template of this account');
	}
	if (isText(style) && !STYLE_IDS.has(style)) {
		add(['style'], 'invalid_style', 'is not a style of this account');
	}
	return found;
}

function ordersIn(body: unknown): { order: unknown; at: PropertyKey[] }[] {
	if (isRecord(body) && Array.isArray(body.cards)) {
		return body.cards.map((order: unknown, index) => ({ order, at: ['cards', index] }));
	}
	return [{ order: body, at: [] }];
}

/** Throws one error naming every bad field; the first one of the graver kind decides the code. */
export function refuseBadOrder(body: unknown, schemaError: unknown): void {
	const violations: Violation[] = [];
	if (schemaError instanceof z.ZodError) {
		for (const issue of schemaError.issues) violations.push(...violationOf(issue, body));
	}
	for (const { order, at } of ordersIn(body)) violations.push(...contentViolations(order, at));

	const malformed = violations.filter(({ code }) => code === INVALID_REQUEST);
	const others = violations.filter(({ code }) => code !== INVALID_REQUEST);
	const inOrder = [...malformed, ...others];
	const first = inOrder[0];
	if (first === undefined) return;
	throw new ApiError(malformed.length > 0 ? 400 : 422, first.code, describe(inOrder));
}
