/** The options every operation has: how long and how hard to try. */
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { readNumber } from '../letter/values';
import type { SendOptions } from '../service/serviceClient';

export const DEFAULT_DEADLINE_MINUTES = 10;
export const DEFAULT_TIMEOUT_SECONDS = 30;
export const DEFAULT_MAX_IN_FLIGHT = 64;

const fields = {
	deadline: {
		displayName: 'Give Up After (Minutes)',
		name: 'deadline',
		type: 'number',
		typeOptions: { minValue: 0.1 },
		default: DEFAULT_DEADLINE_MINUTES,
		description: 'How long to try one request again after rate limits, server errors and broken connections',
	},
	maxInFlight: {
		displayName: 'Letters at Once',
		name: 'maxInFlight',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: DEFAULT_MAX_IN_FLIGHT,
		description:
			'Most requests at the same time; the node begins with fewer, and sends fewer after errors of the service',
	},
	timeout: {
		displayName: 'Wait for an Answer (Seconds)',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: DEFAULT_TIMEOUT_SECONDS,
		description: 'How long to wait before the request is tried again',
	},
} satisfies Record<string, INodeProperties>;

/** A person waits in the editor; a published workflow waits for the deadline, as long as a deploy takes. */
const FIRST_ANSWER_IN_EDITOR_MS = 30_000;

export const optionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [fields.deadline, fields.timeout],
};

/** Beside those, where letters are sent. */
export const maxInFlight: INodeProperties = fields.maxInFlight;

/**
 * @param inEditor A person waits for the run.
 * @throws Refusal when an option cannot be followed
 */
export function readRequestOptions(context: IExecuteFunctions, inEditor: boolean): SendOptions {
	const options = context.getNodeParameter('options', 0, {});
	const positive = ({ name, displayName, default: fallback }: (typeof fields)[keyof typeof fields]) =>
		readNumber(options[name], { label: displayName, fallback });
	return {
		deadlineMs: positive(fields.deadline) * 60_000,
		timeoutMs: positive(fields.timeout) * 1000,
		maxInFlight: Math.ceil(positive(fields.maxInFlight)),
		...(inEditor && { firstAnswerMs: FIRST_ANSWER_IN_EDITOR_MS }),
	};
}
