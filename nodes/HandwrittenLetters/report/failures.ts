/**
 * Turns every way a request can fail into an n8n error that says what happened, what was and was
 * not sent, and what to do next (spec, Errors). What costs money stands in the message; what a letter
 * says, its External ID and the words of the service only in the description: n8n logs every message.
 */
import type { IDataObject, INode } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { escapeHidden } from '../../contract/visibleText';
import { isToolNode } from '../../n8n/run';
import { excerptOf } from '../../words/excerpt';
import type { ItemNames } from '../../words/itemNames';
import { capitalize } from '../../words/itemNames';
import type { Request } from '../service/request';
import type { Failure, Unanswered } from '../service/result';
import { adviseUnknown, goesOn } from './advice';
import { explain } from './explain';

/** Which order an error is about, and what else its run has done. */
interface About {
	/** For example `Item 2 (line 3)`. */
	who?: string;
	externalId?: string;
	/** Of the items of its run. */
	names?: ItemNames;
	/** What the run has cost besides, as sentences for the message. */
	costs?: string;
	/** What became of the others. */
	also?: string;
}

/** One text of sentences. */
export const inSentences = (...texts: Array<string | false | undefined>): string =>
	texts
		.flatMap((text) => (text === undefined || text === false || text === '' ? [] : [text]))
		.map((text, index, { length }) => (length > 1 && index < length - 1 ? withStop(text) : text))
		.join(' ');

const withStop = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** What is known of the order: in the message what it may cost, in the description what to do. */
function describeFate(
	node: INode,
	{ request: subject, outcome, earlierId }: Unanswered,
): { costs?: string; fate?: string } {
	const { noun } = subject;
	if (outcome === 'not_ordered') return { fate: `This ${noun} was not created.` };
	if (outcome === 'unknown' && subject.effect === 'change') {
		return { costs: `The ${noun} may have been changed`, fate: 'Look at it before you try again.' };
	}
	if (outcome === 'unknown') {
		return { costs: `The ${noun} may have been ordered`, fate: adviseUnknown(subject, goesOn(node)) };
	}
	if (!outcome.startsWith('ordered')) return {};
	return {
		costs: `The ${noun} was ordered before: ${earlierId ?? ''}`,
		fate: 'It was not ordered a second time.',
	};
}

/** Long enough for a whole letter as the service returns it. */
export const LONGEST_ANSWER = 2000;

/** What came back, where it is not what the contract says. */
function answer({ body, text = '', reason, attempts = 0 }: Partial<Failure>): string {
	if (attempts === 0) return '';
	if (body !== undefined) return `The answer was: ${excerptOf(text, LONGEST_ANSWER)}`;
	return reason === undefined ? '' : `The answer was: ${reason}`;
}

/** The API's own words, for support (spec, Errors: `request_id` is to be logged). */
function reference({
	status,
	envelope: { code, type, request_id: requestId } = {},
}: Partial<Failure>): string {
	const parts = [
		code !== undefined && `code ${code}${type === undefined ? '' : ` (${type})`}`,
		code === undefined && type !== undefined && `type ${type}`,
		status !== undefined && `HTTP ${status}`,
		requestId !== undefined && `request_id ${requestId}`,
	].filter((part) => part !== false);
	return parts.length > 0 ? `[${parts.join(', ')}]` : '';
}

/** The error that a request without a good answer is shown as. */
export function toNodeError(node: INode, unanswered: Unanswered, about: About = {}): NodeApiError {
	const { failure = {} } = unanswered;
	const { message, said, advice } = explain(unanswered, goesOn(node), about);
	const { costs, fate } = describeFate(node, unanswered);
	const { status, envelope: { code, request_id } = {} }: Partial<Failure> = failure;
	const description = [
		about.externalId === undefined || isToolNode(node) ? '' : `External ID ${about.externalId}.`,
		// Of a tool, all of it becomes the message.
		isToolNode(node) ? '' : said,
		fate,
		advice,
		about.also,
		// A model reads all of it, and needs neither; the answer is last, because it may be long.
		...(isToolNode(node) ? [] : [reference(failure), answer(failure)]),
	];
	const error = new NodeApiError(
		node,
		{ ...(code !== undefined && { code }), ...(request_id !== undefined && { request_id }) },
		{
			message,
			description: escapeHidden(description.filter(Boolean).join(' ')),
			httpCode: status === undefined ? undefined : String(status),
		},
	);
	// Not before: n8n replaces a message in which it finds a code such as EPERM.
	const shown = about.who === undefined ? message : `${about.who}: ${message}`;
	error.message = escapeHidden(inSentences(shown, costs, about.costs));
	return error;
}

/** Of a request of a run, whose item it names. */
export function toItemError(
	node: INode,
	one: Unanswered,
	names: ItemNames,
	about: Pick<About, 'costs' | 'also'> = {},
): NodeApiError {
	const { itemIndexes, id } = one.request;
	const isNamed = !isToolNode(node) && (one.outcome !== 'not_read' || id !== undefined);
	const who = isNamed ? capitalize(names.of(itemIndexes)) : undefined;
	return toNodeError(node, one, { who, externalId: whoOf(one.request).externalId, names, ...about });
}

/** Of the one letter of an order, as people find its item again. A batch names none. */
export function whoOf({ noun, letters: [letter] }: Request): { externalId?: string; name?: string } {
	const { external_id: externalId, to } = (noun === 'letter' ? letter?.card : undefined) ?? {};
	return { externalId, name: to?.name };
}

/**
 * What the service said of a failure, for workflows that act on it. The key of a conflict has another
 * name, so that no loop repeats the conflict.
 */
export function failureDetails({ outcome, failure, request }: Unanswered): IDataObject {
	if (failure === undefined) return {};
	const { status, envelope, reason, body } = failure;
	const { account } = request;
	const key = request.key?.value ?? null;
	return {
		code: envelope?.code ?? null,
		type: envelope?.type ?? null,
		message: envelope?.message ?? reason ?? null,
		request_id: envelope?.request_id ?? null,
		http_status: status ?? null,
		...(outcome === 'other_contents' ? { conflicting_key: key } : { idempotency_key: key }),
		...(account !== undefined && { account }),
		...(body !== undefined && { body }),
	};
}
