/**
 * The sandbox in a process of its own, with a count of what reaches it. The counting listens to
 * Node's diagnostics channels, so that the sandbox itself stays as it is. Ends with its parent.
 */
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import type { SandboxOptions } from '../../../sandbox/src/createSandbox';
import { createSandbox } from '../../../sandbox/src/createSandbox';
import { answerParent } from '../../childProgram';
import type { Order, Traffic } from '../sandbox';

let traffic: Traffic;
let inFlight = 0;
let connections = new WeakSet<Socket>();

function startCounting(): void {
	traffic = { requests: 0, throttled: 0, mostInFlight: 0, connections: 0 };
	connections = new WeakSet();
}

subscribe('http.server.request.start', (message) => {
	const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
	if (!request.url?.startsWith('/v1/')) return;
	traffic.requests += 1;
	inFlight += 1;
	traffic.mostInFlight = Math.max(traffic.mostInFlight, inFlight);
	if (!connections.has(request.socket)) traffic.connections += 1;
	connections.add(request.socket);
	response.once('close', () => {
		inFlight -= 1;
		if (response.statusCode === 429) traffic.throttled += 1;
	});
});

async function main(): Promise<void> {
	startCounting();
	const settings = JSON.parse(process.argv[2] ?? '{}') as SandboxOptions;
	const sandbox = await createSandbox({ ...settings, port: 0, plan: 'enterprise' });
	answerParent((order) => {
		if ((order as Order) === 'start counting') startCounting();
		return traffic;
	});
	process.send?.(sandbox.origin);
}

void main();
