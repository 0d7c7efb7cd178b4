/** A service that misbehaves as told: one step per request, the last one for ever, or by its body. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

import type { CredentialData } from '../../../tools/engine/engine';
import { startLocalServer } from '../../../tools/localServer';

export type Step =
	| { status: number; headers?: Record<string, string>; body?: unknown }
	/** Takes the request and cuts the connection without an answer. */
	| 'cut'
	/** Takes the request and never answers. */
	| 'silence'
	/** Takes the request and answers a byte every 50 ms, without end. */
	| 'trickle'
	/** Takes the request, answers with exactly these bytes and cuts the connection. */
	| { bytes: string };

export interface ScriptedService {
	baseUrl: string;
	received: Array<{ method: string; path: string; headers: IncomingHttpHeaders; body: string }>;
	close: () => Promise<void>;
}

function trickle(response: ServerResponse): void {
	response.writeHead(201, { 'Content-Type': 'application/json' });
	const timer = setInterval(() => response.write(' '), 50);
	response.once('close', () => {
		clearInterval(timer);
	});
}

export async function startScriptedService(
	steps: Step[] | ((body: string, headers: IncomingHttpHeaders) => Step),
): Promise<ScriptedService> {
	const received: ScriptedService['received'] = [];
	const serve = async (request: IncomingMessage, response: ServerResponse) => {
		const body = await text(request);
		const step =
			typeof steps === 'function'
				? steps(body, request.headers)
				: steps[Math.min(received.length, steps.length - 1)];
		const { method = '', url: path = '', headers } = request;
		received.push({ method, path, headers, body });
		if (step === 'cut') request.socket.destroy();
		else if (step === 'trickle') trickle(response);
		else if (typeof step === 'object' && 'bytes' in step) request.socket.end(step.bytes);
		else if (typeof step === 'object') {
			response.writeHead(step.status, { 'Content-Type': 'application/json', ...step.headers });
			const isRaw = typeof step.body === 'string' || Buffer.isBuffer(step.body);
			response.end(isRaw ? step.body : JSON.stringify(step.body ?? {}));
		}
	};
	const { origin, close } = await startLocalServer((request, response) => {
		void serve(request, response);
	});
	return { baseUrl: `${origin}/v1`, received, close };
}

/** The service of the test that is running, from when it is told its answers. */
export function withService() {
	let service: ScriptedService | undefined;
	afterEach(async () => {
		await service?.close();
	});
	const running = (): ScriptedService => {
		if (!service) throw new Error('The service has no answers yet.');
		return service;
	};
	return {
		answers: async (...[steps]: Parameters<typeof startScriptedService>) => {
			await service?.close();
			service = await startScriptedService(steps);
		},
		close: async () => {
			await running().close();
		},
		get received() {
			return running().received;
		},
		get credential() {
			return credentialFor(running().baseUrl);
		},
		/** Of the requests, each once. */
		get keys() {
			return [...new Set(running().received.map(({ headers }) => headers['idempotency-key']))];
		},
	};
}

/** A credential for a service that looks at nothing in it. */
export const credentialFor = (baseUrl: string): CredentialData => ({
	apiKey: 'k',
	baseUrl,
	webhookSecret: '',
	previousWebhookSecret: '',
	headerPrefix: '',
});

export const card = (id: string, createdAt = Date.parse('2026-01-01T00:00:00Z')) => ({
	id,
	status: 'queued',
	created_at: new Date(createdAt).toISOString(),
	tracking_code: null,
	tracking_url: null,
	estimated_posting_at: null,
});

export const failure = (type: string, code: string) => ({
	error: { type, code, message: `About ${code}`, request_id: 'req_1' },
});
