/** A recorded call as a command for a shell. Secrets stay masked. */
import type { JournalEntry, RecordedMessage } from '../api/model';

export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** What curl sets itself, or what says nothing of the call. */
const LEFT_OUT = new Set(['host', 'connection', 'content-length', 'accept-encoding', 'user-agent']);

export function curlOf(
	{ method, path }: Pick<JournalEntry, 'method' | 'path'>,
	{ headers, body }: RecordedMessage,
	origin: string,
): string {
	const kept = Object.entries(headers).filter(([name]) => !LEFT_OUT.has(name.toLowerCase()));
	const parts = [
		`curl -X ${method} ${quoted(origin + path)}`,
		...kept.map(([name, value]) => `-H ${quoted(`${name}: ${String(value)}`)}`),
		...(body === null ? [] : [`--data-raw ${quoted(body)}`]),
	];
	return parts.join(' \\\n  ');
}
