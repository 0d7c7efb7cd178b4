/** An operation of the control API as its route describes it. */
import type { FastifySchema } from 'fastify';
import type { z } from 'zod/v4';

import type { ErrorName } from '../errors';
import { refusals } from '../errors';

export const CONTROL_TAG = {
	name: 'Sandbox',
	description: 'Letters, events, calls, faults, time and settings',
};

interface Words {
	readonly id: string;
	readonly summary: string;
	readonly answer: z.ZodType;
	/** 200 unless given. */
	readonly status?: 201 | 202;
	/** Beside those of every call. */
	readonly refusals?: readonly ErrorName[];
}

/** @param input the schemas of path, query and body */
export function operation<Input extends FastifySchema>(
	{ id, summary, answer, status, refusals: own = [] }: Words,
	input: Input,
): Input {
	const takesInput = input.querystring !== undefined;
	const described = {
		operationId: id,
		summary,
		tags: [CONTROL_TAG.name],
		response: {
			[status ?? 200]: answer,
			...refusals(...own, ...(takesInput ? (['InvalidRequest'] as const) : [])),
		},
	};
	return { ...input, ...described };
}
