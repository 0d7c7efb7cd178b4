/** A chat model for a test, on a free port: speaks OpenAI's chat completions, and says what it is told to. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface ToolCall {
	tool: string;
	args: object;
}

/** One answer of the model: text, calls of the tools it was offered, or a refusal. */
export type Turn = string | ToolCall[] | { refuse: string };

interface Message {
	role: string;
	content?: unknown;
}

export interface ModelRequest {
	messages: Message[];
	tools?: Array<{ function: { name: string; description: string; parameters: object } }>;
}

export class ScriptedModel {
	/** What it was asked, oldest first. */
	readonly requests: ModelRequest[] = [];
	private turns: Turn[] = [];
	private calls = 0;

	private readonly server = createServer((request, response) => {
		void json(request).then((body) => {
			this.requests.push(body as ModelRequest);
			const turn = this.turns.shift() ?? 'The script is at its end.';
			response.setHeader('content-type', 'application/json');
			if (typeof turn === 'object' && 'refuse' in turn) response.statusCode = 400;
			response.end(JSON.stringify(this.answer(turn)));
		});
	});

	private constructor() {}

	static async start(): Promise<ScriptedModel> {
		const model = new ScriptedModel();
		await new Promise<void>((resolve) => model.server.listen(0, '127.0.0.1', resolve));
		return model;
	}

	/** For n8n's credential type `openAiApi`. */
	get credential(): Record<string, unknown> {
		const { port } = this.server.address() as AddressInfo;
		return { apiKey: 'any', url: `http://127.0.0.1:${port}/v1` };
	}

	/** What it says next, one turn per request; forgets what it was asked before. */
	say(...turns: Turn[]): void {
		this.turns = turns;
		this.requests.length = 0;
	}

	close = async (): Promise<void> => {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	};

	private answer(turn: Turn): object {
		if (typeof turn === 'object' && 'refuse' in turn) return { error: { message: turn.refuse } };
		const message =
			typeof turn === 'string'
				? { role: 'assistant', content: turn }
				: { role: 'assistant', content: null, tool_calls: turn.map((call) => this.toolCall(call)) };
		return {
			id: 'chatcmpl-scripted',
			object: 'chat.completion',
			created: 0,
			model: 'scripted',
			choices: [{ index: 0, message, finish_reason: typeof turn === 'string' ? 'stop' : 'tool_calls' }],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		};
	}

	private toolCall({ tool, args }: ToolCall): object {
		this.calls += 1;
		return {
			id: `call_${this.calls}`,
			type: 'function',
			function: { name: tool, arguments: JSON.stringify(args) },
		};
	}
}
