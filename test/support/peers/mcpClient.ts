/** As much of an MCP client as calls a tool, over streamable HTTP. */
import { request } from 'undici';

interface Answer {
	result?: { content?: Array<{ text?: string }> };
	error?: { message: string };
}

export class McpClient {
	private session: string | undefined;
	private calls = 0;

	private constructor(private readonly url: string) {}

	static async connect(url: string): Promise<McpClient> {
		const client = new McpClient(url);
		await client.ask('initialize', {
			protocolVersion: '2025-03-26',
			capabilities: {},
			clientInfo: { name: 'test', version: '1' },
		});
		return client;
	}

	/** What the tool gave back, or why it failed. */
	async call(name: string, args: object): Promise<string> {
		const { result, error } = await this.ask('tools/call', { name, arguments: args });
		return error?.message ?? (result?.content ?? []).map(({ text }) => text).join('\n');
	}

	private async ask(method: string, params: object): Promise<Answer> {
		this.calls += 1;
		const { statusCode, headers, body } = await request(this.url, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				accept: 'application/json, text/event-stream',
				...(this.session !== undefined && { 'mcp-session-id': this.session }),
			},
			body: JSON.stringify({ jsonrpc: '2.0', id: this.calls, method, params }),
		});
		const text = await body.text();
		if (statusCode !== 200) throw new Error(`The MCP server answered HTTP ${statusCode}: ${text}`);
		this.session ??= headers['mcp-session-id']?.toString();
		// An answer or a stream of events, of which the first that holds data is it.
		const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
		return JSON.parse(data) as Answer;
	}
}
