/** Server-sent events that say which parts of the sandbox changed; at most ten a second. */
import type { ServerResponse } from 'node:http';

import type { Changes } from '../state/changes';
import type { Topic } from '../state/topics';

const SHORTEST_PAUSE_MS = 100;
/** Proxies close connections on which nothing moves. */
const HEARTBEAT_MS = 15_000;

export function streamChanges(response: ServerResponse, changes: Changes): void {
	const changed = new Set<Topic>();
	let pause: NodeJS.Timeout | undefined;

	function send(): void {
		pause = undefined;
		// Whoever reads slowly gets fewer messages, not a backlog.
		if (changed.size === 0 || response.writableNeedDrain) return;
		response.write(`event: changed\ndata: ${JSON.stringify({ changed: [...changed] })}\n\n`);
		changed.clear();
		pause = setTimeout(send, SHORTEST_PAUSE_MS).unref();
	}

	function sendSoon(): void {
		// Not at once: the change that is told is complete by then.
		pause ??= setTimeout(send, 0).unref();
	}

	const stopListening = changes.listen((topic) => {
		changed.add(topic);
		sendSoon();
	});
	const heartbeat = setInterval(() => response.write(':\n\n'), HEARTBEAT_MS).unref();
	response.on('drain', sendSoon);
	response.once('close', () => {
		stopListening();
		clearInterval(heartbeat);
		clearTimeout(pause);
	});

	response.writeHead(200, {
		'Content-Type': 'text/event-stream; charset=utf-8',
		'Cache-Control': 'no-store',
		'X-Accel-Buffering': 'no',
	});
	response.write(':\n\n');
}
