/**
 * Turns every way a request can fail into an n8n error that says what happened, what was and was
 * not sent, and what to do next (spec, Errors). An n8n error is built once, where it is shown.
 */
import type { IDataObject, INode } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { ErrorEnvelope } from './contract';

/** Why a request has no good answer. Plain values; the nodes never show this one as it is. */
export class RequestFailure extends Error {
	constructor(
		readonly details: {
			/** HTTP status of the last answer; undefined when none arrived. */
			status?: number;
			envelope?: ErrorEnvelope['error'];
			/** What went wrong on the way, in words, when no answer arrived. */
			connection?: string;
			attempts: number;
			/** Seconds over which it was tried. */
			seconds: number;
			/** True when the service may have accepted one of the attempts unseen. */
			mayHaveBeenAccepted: boolean;
			/** The run was cancelled or timed out before it was done. */
			stopped: boolean;
			idempotencyKey?: string;
		},
	) {
		super('The request failed');
	}
}

/** What was asked for, in the words of the messages. */
export interface Subject {
	/** For example `letter` or `batch`. */
	noun: string;
	/** Orders something physical, so the message says whether that happened. */
	orders: boolean;
	/** The card id that was looked up. */
	id?: string;
}

interface Explanation {
	message: string;
	advice: string;
}

/** Errors of the spec's table; an unknown status falls through to the general words. */
function explain(failure: RequestFailure, { noun, id }: Subject): Explanation {
	const { status, envelope, connection, attempts, seconds, stopped } = failure.details;
	if (stopped) {
		return {
			message:
				attempts === 0
					? `The ${noun} was not sent: the run was stopped before`
					: `The run was stopped before the ${noun} was answered well`,
			advice: '',
		};
	}
	const said = envelope ? `: ${envelope.message}` : '';
	switch (status) {
		case 400:
		case 422:
			return {
				message: `The service refused the ${noun}${said}`,
				advice: 'Correct the field it names and run again.',
			};
		case 401:
			return {
				message: `The service refused the API key${said}`,
				advice:
					'Check the API key and the base URL in the Handwritten Letters API credential; a key of one environment does not work in the other.',
			};
		case 404:
			return {
				message: id === undefined ? `The service does not know this address${said}` : `There is no ${noun} with the id "${id}"${said}`,
				advice:
					id === undefined
						? 'Check that the base URL in the credential ends in the version, for example /v1.'
						: 'Check the id, and that the credential belongs to the account and environment the letter was created in.',
			};
		case 409:
			return {
				message: `This Idempotency-Key was already used for a different ${noun}${said}`,
				advice:
					'The order first sent with this key stands; this one was not added to it. One key means one order: use another External ID or key if a second letter is really wanted, or restore the first contents to get its id back.',
			};
		default:
	}
	if (attempts === 0) {
		return {
			message: `The ${noun} was not sent: ${connection ?? 'the account is paused'}`,
			advice: 'Run it again after that, or raise the deadline in the options.',
		};
	}
	const last = status === undefined ? connection : `HTTP ${status}${said}`;
	const tries = attempts === 1 ? 'one attempt' : `${attempts} attempts in ${seconds} seconds`;
	if (status === undefined || status === 429 || status >= 500) {
		return {
			message: `The service did not take the ${noun} after ${tries} (last: ${last ?? 'no answer'})`,
			advice:
				status === 429
					? 'The rate limit of the account is used up for longer than the deadline allows to wait. Run it again later, or raise the deadline in the options.'
					: 'Try again when the service can be reached; check the base URL in the credential if it never could.',
		};
	}
	return {
		message: `The service gave an unexpected answer to the ${noun} (${last ?? ''})`,
		advice: 'Check the base URL in the Handwritten Letters API credential.',
	};
}

function fate(failure: RequestFailure, subject: Subject): string {
	if (!subject.orders) return '';
	if (failure.details.status === 409) return `No second ${subject.noun} was created.`;
	if (!failure.details.mayHaveBeenAccepted) return `This ${subject.noun} was not created.`;
	if (failure.details.stopped) {
		return `It is not known whether this ${subject.noun} was accepted. Before ordering it anew, know that only under a key From External ID or Custom a new run brings the same ${subject.noun}.`;
	}
	return `It is not known whether this ${subject.noun} was accepted before the answer was lost. Retrying this execution sends the same Idempotency-Key, so it cannot be created twice.`;
}

/** The API's own words, for support (spec, Errors: `request_id` is to be logged). */
function reference(failure: RequestFailure): string {
	const { status, envelope } = failure.details;
	const parts: string[] = [];
	if (envelope) parts.push(`code ${envelope.code} (${envelope.type})`);
	if (status !== undefined) parts.push(`HTTP ${status}`);
	if (envelope) parts.push(`request_id ${envelope.request_id}`);
	return parts.length > 0 ? `[${parts.join(', ')}]` : '';
}

export function toNodeApiError(
	node: INode,
	failure: RequestFailure,
	subject: Subject,
	place: { itemIndex?: number; also?: string } = {},
): NodeApiError {
	const { message, advice } = explain(failure, subject);
	const { status, envelope } = failure.details;
	return new NodeApiError(
		node,
		envelope === undefined ? {} : { code: envelope.code, request_id: envelope.request_id },
		{
			message,
			description: [fate(failure, subject), advice, place.also, reference(failure)]
				.filter(Boolean)
				.join(' '),
			httpCode: status === undefined ? undefined : String(status),
			itemIndex: place.itemIndex,
		},
	);
}

/** What the service said of a failure, for workflows that act on it. */
export function failureDetails(cause: unknown): IDataObject {
	if (!(cause instanceof RequestFailure)) return {};
	const { status, envelope, idempotencyKey } = cause.details;
	return {
		code: envelope?.code ?? null,
		type: envelope?.type ?? null,
		message: envelope?.message ?? null,
		request_id: envelope?.request_id ?? null,
		http_status: status ?? null,
		idempotency_key: idempotencyKey ?? null,
	};
}

/**
 * JSON of a failed item under Continue On Fail. n8n would keep nothing but the message of an error
 * object. For the error output it is one key: n8n 1 leaves an item with three among the good ones,
 * and n8n adds the input's fields, of which a letter's `message` must not be lost.
 */
export function toErrorJson(
	{ onError }: INode,
	error: NodeApiError | NodeOperationError,
	details: IDataObject,
): IDataObject {
	const description = error.description ?? error.message;
	return onError === 'continueErrorOutput'
		? { error: { message: error.message, description, details } }
		: { error: error.message, message: description, details };
}

/** One field of one input item that must not be sent as it is. */
export interface Problem {
	itemIndex: number;
	/** For example `to.state must be exactly 2 characters`. */
	text: string;
}

/**
 * Everything wrong with the input, found before the first request.
 * @param fate what became of the items
 */
export function toValidationError(
	node: INode,
	problems: Problem[],
	fate = 'Nothing was sent.',
): NodeOperationError {
	const lines = problems.map(({ itemIndex, text }) => `Item ${itemIndex}: ${text}`);
	const items = new Set(problems.map(({ itemIndex }) => itemIndex));
	const message =
		lines.length === 1
			? `${(lines[0] as string).replace(/\.$/, '')}. ${fate}`
			: `${items.size === 1 ? 'An item has' : `${items.size} items have`} fields to correct. ${fate}`;
	return new NodeOperationError(node, message, {
		description: lines.length === 1 ? 'Correct it and run again.' : lines.join('\n'),
		itemIndex: problems[0]?.itemIndex,
	});
}
