/**
 * What forgers, broken senders and bad networks send to the trigger, and what each must get. Used
 * twice: with the node in n8n's engine, and in a real n8n.
 */
import { gzipSync } from 'node:zlib';

import { DEFAULTS } from '../../../sandbox/src/defaults';
import type { RawAnswer, RawRequest } from '../../../tools/rawRequest';
import { sendRaw } from '../../../tools/rawRequest';
import type { DeliveryChanges } from '../../../tools/signedDelivery';
import { eventBody, sign, signedDelivery, unixNow } from '../../../tools/signedDelivery';
import type { ReceiverName } from './triggerReceivers';

export interface AttackCase {
	name: string;
	receiver: ReceiverName;
	/** Made when it is sent: timestamps are of that moment. */
	requests: () => RawRequest[];
	/** All requests at the same moment instead of one after the other. */
	atOnce: boolean;
	/** Of every answer. */
	status: number;
	/** Recorded by n8n, of all requests together. */
	executions: number;
}

type Changes = DeliveryChanges | (() => DeliveryChanges);
type Header = [name: string, value: string];

const cases: AttackCase[] = [];

function add(
	name: string,
	status: number,
	changes: Changes,
	{ receiver = 'usual', executions = 0 }: { receiver?: ReceiverName; executions?: number } = {},
): void {
	const requests = () => [signedDelivery(typeof changes === 'function' ? changes() : changes)];
	cases.push({ name, receiver, requests, atOnce: false, status, executions });
}

const refused = (name: string, changes: Changes, receiver?: ReceiverName) =>
	add(name, 401, changes, { receiver });
const accepted = (name: string, changes: Changes, receiver?: ReceiverName) =>
	add(name, 200, changes, { receiver, executions: 1 });

/** Headers changed by name, ignoring the prefix: `Signature`, `Timestamp`, `Event`, `Content-Type`. */
const edit =
	(ending: string, change: (header: Header) => Header[]) =>
	(headers: Header[]): Header[] =>
		headers.flatMap((header) => (header[0].endsWith(ending) ? change(header) : [header]));

// Headers: each exactly once, with a value.
for (const ending of ['Signature', 'Timestamp', 'Event']) {
	refused(`${ending}: missing`, { headers: edit(ending, () => []) });
	refused(`${ending}: empty`, { headers: edit(ending, ([name]) => [[name, '']]) });
	refused(`${ending}: repeated`, { headers: edit(ending, (header) => [header, header]) });
	refused(`${ending}: repeated in another case`, {
		headers: edit(ending, ([name, value]) => [
			[name, value],
			[name.toUpperCase(), value],
		]),
	});
}
for (const ending of ['Signature', 'Timestamp']) {
	refused(`${ending}: two joined by a comma`, {
		headers: edit(ending, ([name, value]) => [[name, `${value}, ${value}`]]),
	});
}
add('Event: two joined by a comma', 400, {
	headers: edit('Event', ([name, value]) => [[name, `${value}, ${value}`]]),
});
refused('no headers at all', { headers: () => [] });
refused('headers of another prefix', { prefix: 'X-Other' });
refused('headers of the default prefix where another is set', {}, 'carta prefix');
accepted('headers of the prefix that is set', { prefix: 'x-carta' }, 'carta prefix');
accepted('header names in capitals', {
	headers: (headers) => headers.map(([name, value]): Header => [name.toUpperCase(), value]),
});

// Signature.
accepted('signature in upper case', { signature: (hex) => hex.toUpperCase() });
refused('signature not hexadecimal', { signature: (hex) => `zz${hex.slice(2)}` });
refused('signature one character short', { signature: (hex) => hex.slice(1) });
refused('signature one character long', { signature: (hex) => `${hex}0` });
refused('signature with the prefix sha256=', { signature: (hex) => `sha256=${hex}` });
refused('signature in base64', { signature: (hex) => Buffer.from(hex, 'hex').toString('base64') });
refused('signature of zeros', { signature: () => '0'.repeat(64) });
refused('signature of the body without the timestamp', () => {
	const body = JSON.stringify(eventBody());
	return { body, signature: () => sign(DEFAULTS.webhookSecret, '', body) };
});
refused('wrong secret', { secret: 'whsec_guessed' });
refused('empty secret', { secret: '' });
refused('the secret in another case', { secret: DEFAULTS.webhookSecret.toUpperCase() });
refused('the secret with white space', { secret: `${DEFAULTS.webhookSecret} ` });

// Secrets: rotation, and a credential changed while the workflow is active.
accepted('previous secret during the rotation', { secret: 'whsec_old' });
refused('previous secret after its removal', { secret: 'whsec_old' }, 'old secret removed');
accepted('current secret after that removal', {}, 'old secret removed');
refused('empty secret where none is configured', { secret: '' }, 'secrets emptied');
refused('known secret where none is configured', {}, 'secrets emptied');
refused('secret of spaces where it is configured', { secret: '   ' }, 'secret of spaces');
refused('empty secret where one of spaces is configured', { secret: '' }, 'secret of spaces');
refused('secret without the line break that is configured', {}, 'secret with a line break');

// Body: signed bytes are the sent bytes.
const whole = JSON.stringify(eventBody());
refused('body altered by one byte', { body: whole, sent: whole.replace('delivered', 'delivereD') });
refused('body with one byte more', { body: whole, sent: `${whole} ` });
refused('body serialised anew', { body: whole, sent: JSON.stringify(JSON.parse(whole), null, 1) });
refused('body with a byte order mark added', { body: whole, sent: `\uFEFF${whole}` });
refused('body of another delivery', () => ({ sent: JSON.stringify(eventBody()) }));
refused('body left out', { body: whole, sent: '' });
accepted('body signed with its byte order mark', () => ({ body: `\uFEFF${JSON.stringify(eventBody())}` }));

// Timestamp: whole seconds, near the present.
for (const timestamp of ['12abc', '1e3', '-1', '1.5', 'NaN', '1000000000000000000', '0x65a0', '']) {
	refused(`timestamp ${timestamp === '' ? '(empty, signed so)' : timestamp}`, { timestamp });
}
refused('timestamp with a decimal part', () => ({ timestamp: `${unixNow()}.0` }));
refused('timestamp with a plus sign', () => ({ timestamp: `+${unixNow()}` }));
refused('timestamp in milliseconds', () => ({ timestamp: String(Date.now()) }));
refused('timestamp of 1970', { timestamp: '0' });
refused('timestamp changed after signing', () => ({
	headers: edit('Timestamp', ([name]) => [[name, String(unixNow() + 1)]]),
}));
const ceilNow = (): number => Math.ceil(Date.now() / 1000);
accepted('299 seconds old', () => ({ timestamp: String(ceilNow() - 299) }));
refused('301 seconds old', () => ({ timestamp: String(unixNow() - 301) }));
accepted('299 seconds in the future', () => ({ timestamp: String(unixNow() + 299) }));
refused('301 seconds in the future', () => ({ timestamp: String(ceilNow() + 301) }));
accepted(
	'600 seconds old where 900 are allowed',
	() => ({ timestamp: String(unixNow() - 600) }),
	'900 seconds',
);
refused('fresh, where the tolerance is no number', {}, 'tolerance that is no number');

// Genuine, but not what the interface promises.
const promised = (name: string, body: string | Buffer, status = 400, executions = 0) =>
	add(name, status, { body }, { executions });
add('event header of another event', 400, { event: 'card.created' });
add('event that is not selected', 200, {}, { receiver: 'returned only' });
promised('event the interface does not know', JSON.stringify(eventBody({ event: 'card.unheard_of' })), 200);
promised('body null', 'null');
promised('body a list', '[]');
promised('body a number', '1');
promised('body a string', '"card.delivered"');
promised('no data', JSON.stringify(eventBody({ data: undefined })));
promised('data null', JSON.stringify(eventBody({ data: null })));
promised('data a list', JSON.stringify(eventBody({ data: [] })));
promised('data without id', JSON.stringify(eventBody({ data: { status: 'posted' } })));
promised('data.id null', JSON.stringify(eventBody({ data: { id: null } })));
promised('data.id a number', JSON.stringify(eventBody({ data: { id: 7 } })));
promised('event null', JSON.stringify(eventBody({ event: null })));
promised('occurred_at null', JSON.stringify(eventBody({ occurred_at: null })));
promised('no occurred_at', JSON.stringify(eventBody({ occurred_at: undefined })));
promised(
	'data.id only in __proto__',
	'{"event":"card.delivered","data":{"__proto__":{"id":"crd_x"}},"occurred_at":"x"}',
);
promised('nested 100,000 deep', nested(100_000));
promised('nested 101 deep', nested(101));
accepted('nested 100 deep', () => ({ body: nested(100) }));
promised('invalid UTF-8 inside a text', Buffer.from(JSON.stringify(eventBody({ note: '\u00ff' })), 'latin1'));
accepted('null in optional fields', () => ({
	body: JSON.stringify(
		eventBody({ data: { ...(eventBody().data as object), tracking_code: null, metadata: null } }),
	),
}));
accepted('__proto__ and constructor in metadata', () => ({
	body: JSON.stringify(eventBody()).replace(
		'"status":',
		'"metadata":{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}},"status":',
	),
}));

// Sizes, encodings and content types.
refused('genuine body of more than 1 MB', () => ({ body: sized(1024 * 1024 + 1) }));
accepted('body of exactly 1 MB', () => ({ body: sized(1024 * 1024) }));
const contentType = (value: string | undefined): ((headers: Header[]) => Header[]) =>
	edit('Content-Type', ([name]) => (value === undefined ? [] : [[name, value]]));
const gzip = (headers: Header[]): Header[] => [...headers, ['Content-Encoding', 'gzip']];
accepted('gzip, signed before packing', () => {
	const body = JSON.stringify(eventBody());
	return { body, sent: gzipSync(body), headers: gzip };
});
refused('gzip, signed after packing', () => ({ body: gzipSync(JSON.stringify(eventBody())), headers: gzip }));
refused('broken gzip of a type n8n leaves unread', {
	sent: 'no gzip',
	headers: (headers) => contentType('application/octet-stream')(gzip(headers)),
});
accepted('no content type', { headers: contentType(undefined) });
accepted('text/plain', { headers: contentType('text/plain') });
accepted('application/octet-stream', { headers: contentType('application/octet-stream') });
accepted('JSON with a charset', { headers: contentType('application/json; charset=utf-8') });
add('multipart/mixed, signed', 400, { body: 'no JSON', headers: contentType('multipart/mixed; boundary=b') });
refused('multipart/form-data', () => {
	const body = `--b\r\nContent-Disposition: form-data; name="body"\r\n\r\n${whole}\r\n--b--\r\n`;
	return { body, headers: contentType('multipart/form-data; boundary=b') };
});
add('form, signed', 400, {
	body: 'event=card.delivered',
	headers: contentType('application/x-www-form-urlencoded'),
});
promised('malformed JSON, signed: n8n refuses it', '{', 422);
add('malformed JSON, forged: n8n refuses it', 422, { body: '{', secret: 'wrong' });
add('malformed JSON as text, signed', 400, { body: '{', headers: contentType('text/plain') });
add('malformed JSON as text, forged', 401, {
	body: '{',
	secret: 'wrong',
	headers: contentType('text/plain'),
});
promised('empty body, signed', '');
for (const method of ['GET', 'PUT', 'DELETE', 'HEAD']) add(method, 404, { method });

// Replays and duplicates.
function repeated(
	name: string,
	executions: number,
	atOnce: boolean,
	receiver: ReceiverName = 'usual',
	times = 2,
) {
	const requests = () => {
		const body = JSON.stringify(eventBody());
		return Array.from({ length: times }, (_, index) =>
			signedDelivery({ body, timestamp: String(unixNow() - index) }),
		);
	};
	cases.push({ name, receiver, requests, atOnce, status: 200, executions });
}
repeated('the same event again', 1, false);
repeated('the same event ten times at once', 1, true, 'usual', 10);
repeated('the same event again, with the filter off', 2, false, 'filter off');
cases.push({
	name: 'the same request again, byte for byte',
	receiver: 'usual',
	requests: () => {
		const request = signedDelivery();
		return [request, request];
	},
	atOnce: false,
	status: 200,
	executions: 1,
});
cases.push({
	name: 'another event of the same letter',
	receiver: 'usual',
	requests: () => {
		const body = eventBody();
		return ['card.shipped', 'card.delivered'].map((event) =>
			signedDelivery({ body: JSON.stringify({ ...body, event }) }),
		);
	},
	atOnce: false,
	status: 200,
	executions: 2,
});

export const attackCases: readonly AttackCase[] = cases;

/** As from any sender, what is answered 503 because an equal delivery is under way comes again. */
export async function sendAttack(url: string, { requests, atOnce }: AttackCase): Promise<RawAnswer[]> {
	const send = async (request: RawRequest): Promise<RawAnswer> => {
		const answer = await sendRaw(url, request);
		return answer.body === '{"error":"undecided"}' ? await send(request) : answer;
	};
	if (atOnce) return await Promise.all(requests().map(send));
	const answers: RawAnswer[] = [];
	for (const request of requests()) answers.push(await sendRaw(url, request));
	return answers;
}

/** Older versions of n8n take no byte order mark: they refuse these with 422 before the node sees them. */
export const withByteOrderMark: readonly string[] = [
	'body with a byte order mark added',
	'body signed with its byte order mark',
];

/** A genuine body whose metadata is lists in lists. */
function nested(depth: number): string {
	const lists = '['.repeat(depth - 2) + ']'.repeat(depth - 2);
	return JSON.stringify(eventBody()).replace('"status":', `"metadata":${lists},"status":`);
}

function sized(bytes: number): string {
	const body = JSON.stringify(eventBody({ padding: '' }));
	return body.replace('"padding":""', `"padding":"${'x'.repeat(bytes - body.length)}"`);
}
