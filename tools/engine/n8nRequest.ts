/** The parts of Express's request and response that n8n gives a trigger node, and its body reading. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGunzip, createInflate } from 'node:zlib';

export type N8nRequest = Omit<IncomingMessage, 'rawBody'> & {
	rawBody?: Buffer;
	/** Without parameters, in small letters. */
	contentType: string;
	readRawBody: () => Promise<void>;
};

/** As in n8n's `rawBodyReader`: compressed bodies are unpacked, and a read body is read once. */
export function expressShape(request: IncomingMessage, response: ServerResponse) {
	const expressRequest = Object.assign(request as N8nRequest, {
		contentType: request.headers['content-type']?.split(';')[0]?.toLowerCase() ?? '',
		readRawBody: async () => {
			if (expressRequest.rawBody) return;
			const stream = unpacked(request);
			if (request.destroyed || !stream.readable) throw new Error('The body is not readable');
			expressRequest.rawBody = await buffer(stream);
		},
	});
	const expressResponse = Object.assign(response, {
		status(code: number) {
			response.statusCode = code;
			return expressResponse;
		},
		json(body: unknown) {
			response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body));
			return expressResponse;
		},
	});
	return { request: expressRequest, response: expressResponse };
}

function unpacked(request: IncomingMessage): Readable {
	switch (request.headers['content-encoding']) {
		case 'gzip':
			return request.pipe(createGunzip());
		case 'deflate':
			return request.pipe(createInflate());
		default:
			return request;
	}
}

/**
 * As n8n's `parseRequestBody` does for type versions above 1: only some content types are read
 * before the node runs. False when n8n refuses the body by itself.
 */
export async function parseBody(request: N8nRequest): Promise<boolean> {
	const { contentType } = request;
	if (contentType === 'multipart/form-data') {
		await request.resume().toArray();
		return true;
	}
	const isText = ['application/json', 'text/plain', 'application/x-www-form-urlencoded'].includes(
		contentType,
	);
	if (!isText && !/[/+]xml$/.test(contentType)) return true;
	await request.readRawBody();
	const text = request.rawBody?.toString() ?? '';
	if (contentType !== 'application/json' || text === '') return true;
	try {
		JSON.parse(text.replace(/^\uFEFF/, ''));
		return true;
	} catch {
		return false;
	}
}
