/** What every answer is held to, whichever call it came from. */
import type { z } from 'zod/v4';

import type { Findings } from './findings';
import type { Answer } from './prober';
import { errorEnvelope, misfit } from './schemas';

/** Seconds by which two clocks may differ. */
const CLOCKS_DIFFER = 300;
const LONGEST_WINDOW = 24 * 3600;

const shorten = (text: string): string => (text.length > 100 ? `${text.slice(0, 97)}...` : text);

function rateMisfit({ headers }: Answer, now: number): string | null {
	const given = ['limit', 'remaining', 'reset'].map((name) => headers[`x-ratelimit-${name}`]);
	if (given.every((value) => value === undefined)) return null;
	const [limit, remaining, reset] = given.map((value) => (/^\d+$/.test(String(value)) ? Number(value) : NaN));
	if (limit === undefined || remaining === undefined || reset === undefined) return 'some are missing';
	if ([limit, remaining, reset].some(Number.isNaN)) return given.join(', ');
	if (remaining > limit) return `${String(remaining)} of ${String(limit)} left`;
	const ahead = reset - now / 1000;
	return ahead < -CLOCKS_DIFFER || ahead > LONGEST_WINDOW ? `reset at ${String(reset)}` : null;
}

function judgeType(findings: Findings, call: string, about: string, { headers }: Answer): void {
	const type = String(headers['content-type']);
	findings.rule(call, about, 'JSON', type, /^application\/json\b/i.test(type));
}

/** The status, the content type, the body and the rate headers of an answer that is right. */
export function judgeAnswer(
	findings: Findings,
	call: string,
	answer: Answer,
	expected: { status: number; what: string; schema: z.ZodType },
): boolean {
	const { status, what, schema } = expected;
	findings.rule(call, 'status', String(status), String(answer.status), answer.status === status);
	if (answer.status !== status) return false;
	judgeType(findings, call, 'content type', answer);
	const wrong = misfit(schema, answer.body);
	findings.rule(call, 'body', what, shorten(wrong ?? what), wrong === null);
	const rate = rateMisfit(answer, Date.now());
	const says = 'X-RateLimit-* are whole numbers that fit together';
	findings.rule(call, 'rate headers', says, rate ?? 'fitting', rate === null);
	return wrong === null;
}

export interface Refusal {
	/** One of these; the interface sometimes leaves two open. */
	readonly statuses: readonly number[];
	readonly type: string;
	/** Where the interface names one. */
	readonly code?: string;
	/** What the sandbox answers where the interface names none. */
	readonly sandboxCode?: string;
}

const isOk = ({ status }: Answer) => status >= 200 && status < 300;

/** An answer that refuses: its status and its envelope. */
export function judgeRefusal(
	findings: Findings,
	call: string,
	about: string,
	answer: Answer,
	{ statuses, type, code, sandboxCode }: Refusal,
): void {
	const says = `refused with ${statuses.join(' or ')}`;
	const accepted = isOk(answer) ? 'accepted' : '';
	findings.rule(
		call,
		about,
		says,
		`${accepted || 'refused'} with ${String(answer.status)}`,
		statuses.includes(answer.status),
	);
	if (!statuses.includes(answer.status)) return;
	judgeType(findings, call, `${about}: content type`, answer);
	const wrong = misfit(errorEnvelope, answer.body);
	findings.rule(
		call,
		`${about}: error`,
		'type, code, message, request_id',
		shorten(wrong ?? 'all four'),
		wrong === null,
	);
	if (wrong !== null) return;
	const { error } = answer.body as { error: Record<'type' | 'code', string> };
	findings.rule(call, `${about}: type`, type, error.type, error.type === type);
	if (code !== undefined) findings.rule(call, `${about}: code`, code, error.code, error.code === code);
	else if (sandboxCode !== undefined) findings.choice(call, `${about}: code`, sandboxCode, error.code);
}

export const UNAUTHORIZED: Refusal = {
	statuses: [401],
	type: 'authentication_error',
	code: 'invalid_api_key',
};
export const NOT_FOUND: Refusal = { statuses: [404], type: 'not_found_error', code: 'card_not_found' };
export const CONFLICT: Refusal = { statuses: [409], type: 'idempotency_error', code: 'idempotency_conflict' };
