/** Why a request has no good answer, and what to do about it (spec, Errors). */
import { LONGEST_REASON, shorten } from '../../words/excerpt';
import type { ItemNames } from '../../words/itemNames';
import { BROKE, NEEDS_HTTP, NOT_TRUSTED, REFUSED } from '../service/connectionErrors';
import type { Request } from '../service/request';
import type { FailedAttempt, Failure, Unanswered } from '../service/result';
import { CONFLICT } from '../service/result';
import { adviseAnother, adviseRejected } from './advice';

interface Explanation {
	/** Without a full stop. */
	message: string;
	/** What only the description says: it may hold values of the letter, and n8n logs every message. */
	said?: string;
	advice: string;
}

/** Of a redirect. */
const LONGEST_ADDRESS = 200;

const CHECK_BASE_URL = 'Check the base URL in the Handwritten Letters API credential.';

/** What is asked for cannot be had, however often. A conflict of an order is told as one. */
const REJECTED = new Set<number | undefined>([400, CONFLICT, 422]);

/** Errors of the spec's table; an unknown status falls through to the general words. */
export function explain(
	{ request: subject, outcome, failure, earlierId }: Unanswered,
	goesOn: boolean,
	{ externalId, names }: { externalId?: string; names?: ItemNames } = {},
): Explanation {
	const { noun } = subject;
	if (failure === undefined) return { message: 'Not sent, because the execution was canceled', advice: '' };
	const { attempts, stopped, heldBack, body, redirect, thrown } = failure;
	if (stopped) {
		return {
			message:
				attempts === 0
					? `The ${noun} was not sent, because the run was stopped`
					: `The run was stopped before the service ${subject.effect === 'none' ? 'returned' : 'confirmed'} the ${noun}`,
			advice: '',
		};
	}
	if (attempts === 0 && heldBack) return explainHeldBack(failure, noun, names);
	if (thrown !== undefined) return { message: thrown.message, advice: thrown.description ?? '' };
	if (body !== undefined) return explainUnreadable(failure, subject);
	if (heldBack === 'paused') return explainPause(failure, noun);
	if (redirect !== undefined) {
		return {
			message: 'The server at the base URL redirects to another address',
			// It may hold what was asked for.
			said: `The address is ${shorten(redirect, LONGEST_ADDRESS)}.`,
			advice: CHECK_BASE_URL,
		};
	}
	if (outcome === 'other_contents') return explainConflict(subject, earlierId, externalId);
	return explainAnswer(outcome, failure, subject, goesOn);
}

/** Its status and the words of the service say why. */
function explainAnswer(
	outcome: Unanswered['outcome'],
	failure: Failure,
	subject: Request,
	goesOn: boolean,
): Explanation {
	const { noun, id } = subject;
	const { status, envelope } = failure;
	const said = saidBy(envelope);
	if (subject.effect !== 'order' && outcome !== 'unknown' && REJECTED.has(status)) {
		const message = `The service rejected the request${codeIn(envelope)}`;
		return { message, said, advice: 'Check what the item asks for.' };
	}
	switch (status) {
		case 400:
		case 422:
			return {
				message: `The service rejected the ${noun}${codeIn(envelope)}`,
				said,
				advice: adviseRejected(subject, goesOn),
			};
		case 401:
			return { message: 'The service rejected the API key', said, advice: CHECK_KEY };
		case 404:
			return id === undefined
				? {
						message: 'The base URL is wrong (HTTP 404)',
						said,
						advice: 'Check that the base URL in the credential ends in the version, for example /v1.',
					}
				: {
						message: `There is no ${noun} with this ID`,
						said: `The ID is "${shorten(id, LONGEST_REASON)}".`,
						advice:
							'Check the ID, and that the credential belongs to the account and environment the letter was created in.',
					};
		case 407:
			return {
				message: 'The proxy between n8n and the letter service asks for a login (HTTP 407)',
				advice: 'Ask whoever runs n8n to set user name and password of the proxy.',
			};
		default:
			return explainNoGoodAnswer(failure, noun);
	}
}

/** It was tried until there was no time left, or the answer is one that the spec does not show. */
function explainNoGoodAnswer(failure: Failure, noun: string): Explanation {
	const { status, envelope, attempts, seconds } = failure;
	const said = saidBy(envelope);
	const code = codeIn(envelope);
	const tries =
		attempts === 1
			? 'one attempt'
			: `${attempts} attempts in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
	if (status === undefined) return explainNoAnswer(failure, tries);
	if ([408, CONFLICT, 425, 429].includes(status) || status >= 500) {
		const message = `No good answer from the letter service after ${tries}: HTTP ${status}${code}`;
		return { message, said, advice: adviceAfter(status) };
	}
	if (status >= 400 && status !== 406 && status !== 499) {
		const advice = 'The service gives the reason; if it is not clear, ask its support.';
		return { message: `The service rejected the ${noun}${code} (HTTP ${status})`, said, advice };
	}
	const message = `The service gave an unexpected answer to the ${noun}: HTTP ${status}${code}`;
	return { message, said, advice: CHECK_BASE_URL };
}

/** Nothing came back that is HTTP. */
function explainNoAnswer(
	{ connection = BROKE, proxy, host = 'its address' }: Failure,
	tries: string,
): Explanation {
	if (proxy !== undefined) {
		return {
			message: `No answer from the proxy ${proxy}, through which n8n connects to ${host}, after ${tries}`,
			advice: `n8n has this proxy set (HTTP_PROXY or HTTPS_PROXY). Check that it runs, or add ${host} to NO_PROXY and restart n8n.`,
		};
	}
	const start = connection === REFUSED ? '. If that is the sandbox, start it' : '';
	return {
		message: `No answer from the letter service after ${tries}: ${connection} (${host})${start}`,
		advice: adviseConnection(connection),
	};
}

function adviseConnection(connection: string): string {
	if (connection === NEEDS_HTTP)
		return 'If that is the sandbox, begin the base URL in the credential with http://. Otherwise ask the letter service for its address.';
	if (connection.startsWith(NOT_TRUSTED))
		return 'Check that the base URL has the host name that the certificate is for. If an authority of your own has signed it, give n8n the certificate of the authority with NODE_EXTRA_CA_CERTS and restart n8n.';
	return adviceAfter(undefined);
}

/** The key is made of the External ID in one form, and the service compares what was written. */
const ANOTHER_SPELLING = ' It may have been ordered under another spelling of its External ID.';

/** No sentence is false whether or not the service keeps the key of an order that it rejected. */
function explainConflict(subject: Request, earlierId?: string, externalId?: string): Explanation {
	const { noun } = subject;
	const another = wayToAnother(subject);
	if (earlierId !== undefined) {
		return {
			message: `The ${noun} was already ordered with different contents (${earlierId}). No second ${noun} was created`,
			advice: `The first order remains as it is.${externalId === undefined ? '' : ANOTHER_SPELLING} ${another}`,
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

const wayToAnother = (subject: Request): string =>
	`To order a second ${subject.noun}, ${adviseAnother(subject)}.`;

/** Of a request that was tried until there was no time left. */
function adviceAfter(status: number | undefined): string {
	switch (status) {
		case CONFLICT:
			return 'The service may still be busy with an earlier attempt: wait some minutes first.';
		case 429:
			return 'The rate limit of the account was still used up at the deadline. Order it later, or raise Give Up After (Minutes) in the options.';
		default:
			return 'Wait until the service can be reached. If no request has ever worked, check the base URL in the credential.';
	}
}

const CHECK_KEY =
	'Check the API key and the base URL in the Handwritten Letters API credential; a production key works only in the production environment, and a test key only in the test environment.';

/** The service asked to wait for longer than the request may be tried. */
const explainPause = ({ attempts, until = 0, envelope }: Failure, noun: string): Explanation => ({
	message: `${attempts === 0 ? `The ${noun} was not sent: the` : 'The'} service asked to wait until ${new Date(until).toISOString()}`,
	said: saidBy(envelope),
	advice: 'Order it after that, or raise Give Up After (Minutes) in the options.',
});

/** Of a request that was not even tried. */
function explainHeldBack(failure: Failure, noun: string, names?: ItemNames): Explanation {
	const { heldBack, envelope, connection, status, unanswered } = failure;
	if (heldBack === 'paused') return explainPause(failure, noun);
	const said = saidBy(envelope);
	if (heldBack === 'keyRefused') {
		return {
			message: `The ${noun} was not sent, because the service had already rejected the API key`,
			said,
			advice: CHECK_KEY,
		};
	}
	const last = connection ?? `HTTP ${String(status)}${codeIn(envelope)}`;
	const others = unanswered === undefined || names === undefined ? 'others' : names.of(unanswered);
	return {
		message: `The ${noun} was not sent, because the letter service gave no good answer to ${others} (${last})`,
		said,
		advice: adviceAfter(undefined),
	};
}

/** Of a good status without the id of what was ordered. */
function explainUnreadable({ status }: FailedAttempt, { noun }: Request): Explanation {
	return {
		message: `The service answered without a ${noun} ID (HTTP ${String(status)})`,
		advice:
			'Something other than the service may answer at the base URL, such as a login page: check the base URL in the Handwritten Letters API credential.',
	};
}

/** A word of the service's table, and nothing else (spec, Errors). */
const CODE = /^[a-z][a-z0-9_]{0,63}$/;

const codeIn = (envelope: FailedAttempt['envelope']): string =>
	CODE.test(envelope?.code ?? '') ? `: ${envelope?.code ?? ''}` : '';

const saidBy = (envelope: FailedAttempt['envelope']): string | undefined =>
	envelope?.message === undefined
		? undefined
		: `The service says: "${shorten(envelope.message, LONGEST_REASON)}".`;
