/** A chat model for a test, on a free port: speaks OpenAI's chat completions, and says what it is told to. */
import type { IncomingMessage, ServerResponse } from 'node:http';
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
	stream?: boolean;
	tools?: Array<{ function: { name: string; description: string; parameters: object } }>;
}

export class ScriptedModel {
	/** What it was asked, oldest first. */
	readonly requests: ModelRequest[] = [];
	private turns: Turn[] = [];
	private calls = 0;

	private readonly server = createServer((request, response) => {
		void this.serve(request, response);
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

	/** What each tool gave back, in the last request. */
	get told(): string[] {
		const messages = this.requests.at(-1)?.messages ?? [];
		return messages.filter(({ role }) => role === 'tool').map(({ content }) => JSON.stringify(content));
	}

	private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const body = (await json(request)) as ModelRequest;
		// n8n's Agents ask there first, and then as all others do.
		if (request.url?.endsWith('/responses')) {
			response.writeHead(404).end();
			return;
		}
		this.requests.push(body);
		const turn = this.turns.shift() ?? 'The script is at its end.';
		const streams = body.stream === true;
		const isRefused = typeof turn === 'object' && 'refuse' in turn;
		const type = streams && !isRefused ? 'text/event-stream' : 'application/json';
		response.writeHead(isRefused ? 400 : 200, { 'content-type': type });
		if (isRefused) response.end(JSON.stringify({ error: { message: turn.refuse } }));
		else response.end(streams ? this.stream(turn) : JSON.stringify(this.answer(turn, 'message')));
	}

	/** @param part `message` holds all of it, `delta` what is new of it. */
	private answer(turn: string | ToolCall[], part: 'message' | 'delta'): object {
		const message =
			typeof turn === 'string'
				? { role: 'assistant', content: turn }
				: {
						role: 'assistant',
						content: null,
						tool_calls: turn.map((call, index) => this.toolCall(call, index)),
					};
		return {
			id: 'chatcmpl-scripted',
			object: part === 'delta' ? 'chat.completion.chunk' : 'chat.completion',
			created: 0,
			model: 'scripted',
			choices: [
				{ index: 0, [part]: message, finish_reason: typeof turn === 'string' ? 'stop' : 'tool_calls' },
			],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		};
	}

	private stream(turn: string | ToolCall[]): string {
		return `data: ${JSON.stringify(this.answer(turn, 'delta'))}\n\ndata: [DONE]\n\n`;
	}

	private toolCall({ tool, args }: ToolCall, index: number): object {
		this.calls += 1;
		return {
			index,
			id: `call_${this.calls}`,
			type: 'function',
			function: { name: tool, arguments: JSON.stringify(args) },
		};
	}
}
