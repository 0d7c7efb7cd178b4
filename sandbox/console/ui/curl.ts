/** A recorded call as a command for a shell. */
import { MASK } from '../../src/state/secrets';
import type { RecordedMessage } from '../api/model';

export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** What curl sets itself, or what says nothing of the call. */
const LEFT_OUT = new Set(['host', 'connection', 'content-length', 'accept-encoding', 'user-agent']);

/** Which of several accounts has called is not known here. */
function inShell([key = '', ...others]: readonly string[]): string {
	return others.length === 0 ? quoted(key) : '"$API_KEY"';
}

interface Call {
	readonly method: string;
	readonly path: string;
	readonly status: number | null;
}

interface Sandbox {
	readonly origin: string;
	readonly apiKeys: readonly string[];
}

export function curlOf(
	{ method, path, status }: Call,
	{ headers, body }: Pick<RecordedMessage, 'headers' | 'body'>,
	{ origin, apiKeys }: Sandbox,
): string {
	const kept = Object.entries(headers).filter(([name]) => !LEFT_OUT.has(name.toLowerCase()));
	const header = ([name, value]: [string, unknown]): string => {
		// Masked, a wrong key is refused again.
		const isKnown = name === 'authorization' && value === `Bearer ${MASK}` && status !== 401;
		return isKnown ? quoted(`${name}: Bearer `) + inShell(apiKeys) : quoted(`${name}: ${String(value)}`);
	};
	const parts = [
		`curl -X ${method} ${quoted(origin + path)}`,
		...kept.map((one) => `-H ${header(one)}`),
		...(body === null ? [] : [`--data-raw ${quoted(body)}`]),
	];
	return parts.join(' \\\n  ');
}
