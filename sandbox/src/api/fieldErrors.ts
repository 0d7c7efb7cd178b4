/** What is wrong with a body, field by field, in words. */
import type { z } from 'zod/v4';

import type { ErrorCode } from './errorKinds';

export interface Violation {
	readonly path: string;
	readonly text: string;
	readonly code: ErrorCode;
}

export const INVALID_REQUEST = 'invalid_request';
const MISSING_FIELD = 'missing_field';

/** A message naming thousands of fields helps nobody, and finding them takes minutes. */
export const MOST_NAMED = 20;

/** `['cards', 3, 'to', 'zip']` becomes `cards[3].to.zip`. */
export function pathText(path: readonly PropertyKey[]): string {
	return path.reduce<string>((text, part) => {
		if (typeof part === 'number') return `${text}[${String(part)}]`;
		return text === '' ? String(part) : `${text}.${String(part)}`;
	}, '');
}

export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
	let value = body;
	for (const part of path) {
		if (Array.isArray(value)) value = value[Number(part)] as unknown;
		else value = isRecord(value) ? value[String(part)] : undefined;
	}
	return value;
}

/** One schema issue; `body` tells a missing field from one of the wrong type. */
function violationOf(issue: z.core.$ZodIssue, body: unknown): Violation[] {
	const path = pathText(issue.path);
	switch (issue.code) {
		case 'unrecognized_keys':
			return issue.keys.slice(0, MOST_NAMED + 1).map((key) => ({
				path: pathText([...issue.path, key]),
				text: 'is not an allowed property',
				code: INVALID_REQUEST,
			}));
		case 'invalid_type':
			return issue.path.length > 0 && valueAt(body, issue.path) === undefined
				? [{ path, text: 'is required', code: MISSING_FIELD }]
				: [{ path, text: `must be of type ${issue.expected}`, code: INVALID_REQUEST }];
		// The contract's own rules: text that is blank, neither template nor message; a state.
		case 'custom':
			if (issue.params === undefined) return [{ path, text: issue.message, code: MISSING_FIELD }];
			return [
				{
					path,
					text: `${issue.message}, but is "${String(valueAt(body, issue.path))}"`,
					code: issue.params.code as ErrorCode,
				},
			];
		case 'too_big':
			return [{ path, text: issue.message, code: INVALID_REQUEST }];
		case 'too_small':
			if (issue.origin === 'array') return [{ path, text: issue.message, code: MISSING_FIELD }];
			break;
		default:
	}
	const field = issue.path.at(-1);
	return [{ path, text: issue.message, code: `invalid_${String(field ?? 'request')}` as ErrorCode }];
}

export function violationsOf(error: z.ZodError, body: unknown): Violation[] {
	return error.issues.slice(0, MOST_NAMED + 1).flatMap((issue) => violationOf(issue, body));
}

export function describe(violations: readonly Violation[]): string {
	const named = violations
		.slice(0, MOST_NAMED)
		.map(({ path, text }) => `${path === '' ? 'The body' : `${path}:`} ${text}`);
	if (violations.length > MOST_NAMED) named.push(`only the first ${MOST_NAMED} problems are named`);
	return named.join('; ');
}
