/** One HTTP request exactly as written, for what no client library would send. */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

export interface RawRequest {
	method: string;
	/** In this order, repeated where repeated. Host and Content-Length are added. */
	headers: Array<[name: string, value: string]>;
	body: Buffer;
}

export interface RawAnswer {
	status: number;
	body: string;
}

export async function sendRaw(url: string, { method, headers, body }: RawRequest): Promise<RawAnswer> {
	const { hostname, port, pathname, host } = new URL(url);
	const lines = [
		`${method} ${pathname} HTTP/1.1`,
		`Host: ${host}`,
		'Connection: close',
		`Content-Length: ${body.length}`,
		...headers.map(([name, value]) => `${name}: ${value}`),
	];
	const socket = connect(Number(port), hostname);
	socket.write(`${lines.join('\r\n')}\r\n\r\n`);
	socket.write(body);
	const [head = '', ...rest] = (await text(socket)).split('\r\n\r\n');
	const status = /^HTTP\/1\.1 (\d{3})/.exec(head)?.[1];
	if (status === undefined) throw new Error(`${url} gave no HTTP answer: ${head.slice(0, 200)}`);
	return { status: Number(status), body: rest.join('\r\n\r\n') };
}
