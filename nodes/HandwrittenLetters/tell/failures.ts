/**
 * Turns every way a request can fail into an n8n error that says what happened, what was and was
 * not sent, and what to do next (spec, Errors). What costs money stands in the message; what a letter
 * says, and its External ID, only in the description: n8n logs every message.
 */
import type { IDataObject, INode } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { excerptOf } from '../../shared/failures/excerpt';
import { explainRedirect } from '../../shared/failures/redirect';
import type { FailedAttempt, HeldBack, RequestFailure, Subject } from '../../shared/failures/requestFailure';
import { CONFLICT } from '../../shared/failures/requestFailure';
import type { Situation } from './advice';
import { adviseAnother, adviseRejected, adviseUnknown, goesOn } from './advice';
import { isConflict, outcomeOf } from './outcome';

/** Which order an error is about, and what else its run has done. */
export interface About {
	/** For example `Item 2 (line 3)`. */
	who?: string;
	externalId?: string;
	/** Of an order that was accepted earlier under the same key. */
	earlierId?: string;
	/** What the run has cost besides, as sentences for the message. */
	costs?: string;
	/** What became of the others. */
	also?: string;
}

interface Explanation {
	/** Without a full stop. */
	message: string;
	advice: string;
}

/** For example "Item 2: The service rejected the letter", "Item 2 was already ordered". */
export function withWho(message: string, who?: string): string {
	if (who === undefined) return message;
	return /^[a-z]/.test(message) ? `${who} ${message}` : `${who}: ${message}`;
}

/** One text of sentences. */
export const inSentences = (...texts: Array<string | undefined>): string =>
	texts
		.filter((text) => text !== undefined && text !== '')
		.map((text, index, { length }) => (length > 1 && index < length - 1 ? withStop(text) : text))
		.join(' ');

const withStop = (text: string | undefined = ''): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** Errors of the spec's table; an unknown status falls through to the general words. */
function explain(failure: RequestFailure, subject: Subject, situation: Situation, about: About): Explanation {
	const { noun, id, orders } = subject;
	const { status, envelope, connection, attempts, seconds, stopped, heldBack, body, redirect } =
		failure.details;
	if (stopped) {
		return {
			message:
				attempts === 0
					? `The ${noun} was not sent, because the run was stopped`
					: `The run was stopped before the service ${orders ? 'confirmed' : 'returned'} the ${noun}`,
			advice: '',
		};
	}
	if (attempts === 0 && heldBack) return explainHeldBack(failure.details, heldBack, subject);
	if (body !== undefined) return explainUnreadable(failure.details, subject);
	if (redirect !== undefined) return explainRedirect(redirect);
	if (isConflict(failure)) return explainConflict(subject, about);
	const said = saidBy(envelope);
	switch (status) {
		case 400:
		case 422:
			return { message: `The service rejected the ${noun}${said}`, advice: adviseRejected(situation) };
		case 401:
			return { message: `The service rejected the API key${said}`, advice: CHECK_KEY };
		case 404:
			return id === undefined
				? {
						message: `The base URL is wrong (HTTP 404)${said}`,
						advice: 'Check that the base URL in the credential ends in the version, for example /v1.',
					}
				: {
						message: `There is no ${noun} with the ID "${id}"${said}`,
						advice:
							'Check the ID, and that the credential belongs to the account and environment the letter was created in.',
					};
		case 407:
			return {
				message: 'The proxy between n8n and the letter service asks for a login (HTTP 407)',
				advice: 'Ask whoever runs n8n to set user name and password of the proxy.',
			};
		default:
	}
	const tries =
		attempts === 1
			? 'one attempt'
			: `${attempts} attempts in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
	if (status === undefined || [408, CONFLICT, 425, 429].includes(status) || status >= 500) {
		return {
			message:
				status === undefined
					? `No answer from the letter service after ${tries}: ${connection ?? 'the connection broke'}`
					: `No good answer from the letter service after ${tries}: HTTP ${status}${said}`,
			advice: adviceAfter(status),
		};
	}
	return {
		message: `The service gave an unexpected answer to the ${noun}: HTTP ${status}${said}`,
		advice: 'Check the base URL in the Handwritten Letters API credential.',
	};
}

/** No sentence is false whether or not the service keeps the key of an order that it rejected. */
function explainConflict(subject: Subject, { earlierId, externalId }: About): Explanation {
	const { noun } = subject;
	const another = `To order a second ${noun}, ${adviseAnother(subject)}.`;
	if (earlierId !== undefined) {
		return {
			message: `was already ordered with different contents (${earlierId}). No second ${noun} was created`,
			advice: `The first order remains as it is. ${another}`,
		};
	}
	const look =
		externalId === undefined
			? 'Look for the earlier letter at the letter service before you order this one another way.'
			: 'Look for its External ID at the letter service before you order it under another.';
	return {
		message: `The service knows the key of this ${noun} with other contents: an earlier ${noun}, or one that it rejected. No second ${noun} was created`,
		advice: `${look} ${another}`,
	};
}

/** Of a request that was tried until there was no time left. */
function adviceAfter(status: number | undefined): string {
	switch (status) {
		case CONFLICT:
			return 'The service may still be busy with an earlier attempt: wait some minutes first.';
		case 429:
			return 'The rate limit of the account was still used up at the deadline, or the service asked for a longer wait. Wait for that, or raise Give Up After (Minutes) in the options.';
		default:
			return 'Wait until the service can be reached. If no request has ever worked, check the base URL in the credential.';
	}
}

const CHECK_KEY =
	'Check the API key and the base URL in the Handwritten Letters API credential; a production key does not work in the test environment of the service, nor the other way round.';

/** Of a request that was not even tried. */
function explainHeldBack(
	{ envelope, connection, status }: FailedAttempt,
	heldBack: HeldBack,
	{ noun }: Subject,
): Explanation {
	const said = saidBy(envelope);
	const last = connection ?? `HTTP ${String(status)}${said}`;
	switch (heldBack) {
		case 'paused':
			return {
				message: `The ${noun} was not sent: ${connection ?? 'the account is paused'}`,
				advice: 'Wait for that, or raise Give Up After (Minutes) in the options.',
			};
		case 'keyRefused':
			return {
				message: `The ${noun} was not sent, because the service had already rejected the API key${said}`,
				advice: CHECK_KEY,
			};
		case 'noAnswer':
			return {
				message: `The ${noun} was not sent, because the letter service gave no good answer earlier in this run (${last})`,
				advice:
					'Wait until the service can be reached. If no request has ever worked, check the base URL in the credential.',
			};
		case 'limitSpent':
			return {
				message: `The ${noun} was not sent, because the rate limit of the account stays used up for ten minutes or longer (${last})`,
				advice:
					'The limit seems to count for longer than a minute, such as a day: order the rest after that.',
			};
		case 'runFailed':
			return {
				message: `The ${noun} was not sent, because the run had already failed`,
				advice: 'Correct what failed and retry the execution.',
			};
	}
}

/** Of a good status without the id of what was ordered. */
function explainUnreadable({ status }: FailedAttempt, { noun }: Subject): Explanation {
	return {
		message: `The service answered without a ${noun} ID (HTTP ${String(status)})`,
		advice:
			'Something other than the service may answer at the base URL, such as a login page: check the base URL in the Handwritten Letters API credential.',
	};
}

const saidBy = (envelope: FailedAttempt['envelope']): string =>
	envelope?.message === undefined ? '' : `: ${envelope.message}`;

/** What is known of the order: in the message what it may cost, in the description what to do. */
function describeFate(
	failure: RequestFailure,
	{ noun, orders }: Subject,
	situation: Situation,
	{ earlierId }: About,
): { costs?: string; fate?: string } {
	if (!orders) return {};
	const outcome = outcomeOf(failure);
	if (outcome === 'other_contents') return {};
	if (earlierId !== undefined) {
		return {
			costs: `The ${noun} was ordered before: ${earlierId}`,
			fate: 'It was not ordered a second time.',
		};
	}
	if (outcome === 'not_ordered') return { fate: `This ${noun} was not created.` };
	return { costs: `The ${noun} may have been ordered`, fate: adviseUnknown(situation) };
}

/** Long enough for a whole letter as the service returns it. */
export const LONGEST_ANSWER = 2000;

/** What came back, where it is not what the contract says. */
function answer({ details: { body, text = '', reason, attempts } }: RequestFailure): string {
	if (attempts === 0) return '';
	if (body !== undefined) return `The answer was: ${excerptOf(text, LONGEST_ANSWER)}`;
	return reason === undefined ? '' : `The answer was: ${reason}`;
}

/** The API's own words, for support (spec, Errors: `request_id` is to be logged). */
function reference(failure: RequestFailure): string {
	const { status, envelope: { code, type, request_id: requestId } = {} } = failure.details;
	const parts = [
		code !== undefined && `code ${code}${type === undefined ? '' : ` (${type})`}`,
		code === undefined && type !== undefined && `type ${type}`,
		status !== undefined && `HTTP ${status}`,
		requestId !== undefined && `request_id ${requestId}`,
	].filter((part) => part !== false);
	return parts.length > 0 ? `[${parts.join(', ')}]` : '';
}

export function toNodeApiError(
	node: INode,
	failure: RequestFailure,
	subject: Subject,
	about: About = {},
): NodeApiError {
	const situation = { ...subject, goesOn: goesOn(node) };
	const { message, advice } = explain(failure, subject, situation, about);
	const { costs, fate } = describeFate(failure, subject, situation, about);
	const { status, envelope: { code, request_id } = {} } = failure.details;
	const description = [
		about.externalId === undefined ? '' : `External ID ${about.externalId}.`,
		fate,
		advice,
		about.also,
		reference(failure),
		// Last, because it may be long.
		answer(failure),
	];
	const error = new NodeApiError(
		node,
		{ ...(code !== undefined && { code }), ...(request_id !== undefined && { request_id }) },
		{
			message,
			description: description.filter(Boolean).join(' '),
			httpCode: status === undefined ? undefined : String(status),
		},
	);
	// Not before: n8n replaces a message in which it finds a code such as EPERM.
	error.message = inSentences(withWho(message, about.who), costs, about.costs);
	return error;
}

/**
 * What the service said of a failure, for workflows that act on it. The key of a conflict has another
 * name, so that no loop repeats the conflict.
 */
export function failureDetails(failure: RequestFailure): IDataObject {
	const { status, envelope, reason, idempotencyKey = null, body } = failure.details;
	return {
		code: envelope?.code ?? null,
		type: envelope?.type ?? null,
		message: envelope?.message ?? reason ?? null,
		request_id: envelope?.request_id ?? null,
		http_status: status ?? null,
		...(isConflict(failure) ? { conflicting_key: idempotencyKey } : { idempotency_key: idempotencyKey }),
		...(body !== undefined && { body }),
	};
}
