/** What a workflow does in the world, for the tests of one file: a server that notes for which letters it was called. */
import type { LocalServer } from '../../tools/localServer';
import { startLocalServer } from '../../tools/localServer';
import type { WorkflowNode } from '../../tools/n8n/n8nClient';
import { node } from '../../tools/n8n/scenes/scene';

export interface Effects {
	/** The node behind the trigger that calls. */
	node: (settings?: Record<string, unknown>) => WorkflowNode;
	/** How often it was called for the letter. */
	of: (letter: string) => number;
	/** Callers wait, so that their executions hold their slots; until `release`. */
	hold: () => void;
	release: () => void;
}

export function withEffects(): Effects {
	const called: string[] = [];
	let server: LocalServer;
	let holding = Promise.resolve();
	const effects: Effects = {
		node: (settings = {}) => {
			const url = `=${server.origin}/{{ $json.data.id }}`;
			return node('Effect', 'n8n-nodes-base.httpRequest', 4.2, 1, { url, options: {}, ...settings });
		},
		of: (letter) => called.filter((other) => other === letter).length,
		hold: () => {
			holding = new Promise((resolve) => {
				effects.release = resolve;
			});
		},
		release: () => undefined,
	};

	beforeAll(async () => {
		server = await startLocalServer(({ url = '' }, response) => {
			called.push(url.slice(1));
			void holding.then(() => response.end('{}'));
		});
	});

	afterAll(() => server.close());

	return effects;
}
