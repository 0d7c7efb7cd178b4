/**
 * Turns every way a request can fail into an n8n error that says what happened, what was and was
 * not sent, and what to do next (spec, Errors). An n8n error is built once, where it is shown.
 */
import type { IDataObject, INode } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import type { About } from './about';
import { withWho } from './about';
import type { Situation } from './advice';
import { adviseAnother, adviseOriginal, adviseRejected, goesOn } from './advice';
import { excerptOf } from './excerpt';
import { CONFLICT, describeFate, fateOf, isConflict } from './fate';
import { explainRedirect } from './redirect';
import type { FailedAttempt, HeldBack, Subject } from './requestFailure';
import { RequestFailure } from './requestFailure';

interface Explanation {
	message: string;
	advice: string;
}

/** Errors of the spec's table; an unknown status falls through to the general words. */
function explain(
	failure: RequestFailure,
	subject: Subject,
	situation: Situation,
	earlierId?: string,
): Explanation {
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
	const said = saidBy(envelope);
	switch (status) {
		case 400:
		case 422:
			return {
				message: `The service rejected the ${noun}${said}`,
				advice: adviseRejected(situation),
			};
		case 401:
			return {
				message: `The service rejected the API key${said}`,
				advice: CHECK_KEY,
			};
		case 404:
			return {
				message:
					id === undefined
						? `The base URL is wrong (HTTP 404)${said}`
						: `There is no ${noun} with the id "${id}"${said}`,
				advice:
					id === undefined
						? 'Check that the base URL in the credential ends in the version, for example /v1.'
						: 'Check the id, and that the credential belongs to the account and environment the letter was created in.',
			};
		case 407:
			return {
				message: 'The proxy between n8n and the letter service asks for a login (HTTP 407)',
				advice: 'Ask whoever runs n8n to set user name and password of the proxy.',
			};
		case CONFLICT:
			if (!isConflict(failure)) break;
			return {
				message: `${subject.keptBy === 'custom' ? `had the Custom Key of a ${noun} that ` : ''}had already been ordered with different contents${earlierId === undefined ? '' : ` (${earlierId})`}. No second ${noun} was created.`,
				advice: `The first order remains as it is${earlierId === undefined ? adviseOriginal(situation) : ''}. To order a second ${noun}, ${adviseAnother(situation)}.`,
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

/** Of a request that was tried until there was no time left. */
function adviceAfter(status: number | undefined): string {
	switch (status) {
		case CONFLICT:
			return 'The service may still be busy with an earlier attempt: wait some minutes first.';
		case 429:
			return 'The rate limit of the account was still used up at the deadline, or the service asked for a longer wait. Run it again later, or raise Give Up After (Minutes) in the options.';
		default:
			return 'Try again when the service can be reached. If no request has ever worked, check the base URL in the credential.';
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
				advice: 'Run it again after that, or raise Give Up After (Minutes) in the options.',
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
					'Run it again when the service can be reached. If no request has ever worked, check the base URL in the credential.',
			};
		case 'limitSpent':
			return {
				message: `The ${noun} was not sent, because the rate limit of the account stays used up for ten minutes or longer (${last})`,
				advice: 'Run it again later: the limit seems to count for longer than a minute, such as a day.',
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
	{ who, also = '', earlierId }: About = {},
): NodeApiError {
	const continued = goesOn(node);
	const { message, advice } = explain(failure, subject, { ...subject, goesOn: continued }, earlierId);
	const { status, envelope: { code, request_id } = {} } = failure.details;
	const description = [
		describeFate(failure, subject, continued),
		advice,
		also,
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
	// Not before: n8n replaces a message in which it finds a code such as EPERM, also as part of an External ID.
	error.message = withWho(message, who);
	return error;
}

/** What the service said of a failure, for workflows that act on it. */
export function failureDetails(cause: unknown, seal?: () => string): IDataObject {
	if (!(cause instanceof RequestFailure)) return {};
	const { status, envelope, reason, idempotencyKey, body } = cause.details;
	return {
		code: envelope?.code ?? null,
		type: envelope?.type ?? null,
		message: envelope?.message ?? reason ?? null,
		request_id: envelope?.request_id ?? null,
		http_status: status ?? null,
		idempotency_key: idempotencyKey ?? null,
		...(seal !== undefined && fateOf(cause) === 'unknown' && { seal: seal() }),
		...(body !== undefined && { body: body }),
	};
}

/**
 * JSON of a failed item under Continue On Fail. n8n would keep nothing but the message of an error
 * object. For the error output it is one key: n8n 1 leaves an item with three among the good ones,
 * and n8n adds the input's fields, of which a letter's `message` must not be lost.
 */
export function toErrorJson(
	{ onError }: INode,
	error: { message: string; description?: string | null },
	details: IDataObject,
): IDataObject {
	const description = error.description ?? error.message;
	return onError === 'continueErrorOutput'
		? { error: { message: error.message, description, details } }
		: { error: error.message, message: description, details };
}
