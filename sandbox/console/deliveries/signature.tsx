/** How the signature of one attempt is made, as a command that makes it again. */
import type { Attempt } from '../api/model';
import { Snippet } from '../ui/copy';
import { quoted } from '../ui/curl';
import { fill, words } from '../words/words';

function headerThatEnds(end: string, headers: Attempt['headers']): readonly [name: string, value: string] {
	return Object.entries(headers).find(([name]) => name.endsWith(end)) ?? ['', ''];
}

/** The secret stays with whoever runs it. */
export function signatureCommand({ headers }: Pick<Attempt, 'headers'>, body: string): string {
	const [, timestamp] = headerThatEnds('-Timestamp', headers);
	return `printf '%s' ${quoted(`${timestamp}.${body}`)} \\\n  | openssl dgst -sha256 -hmac "$WEBHOOK_SECRET"`;
}

export function SignatureNote({ attempt, body }: { attempt: Attempt; body: string }) {
	const [header] = headerThatEnds('-Signature', attempt.headers);
	return (
		<section class="signature">
			<h2>{fill(words.deliveries.signature, { header: <code>{header}</code> })}</h2>
			<p class="hint">{words.deliveries.signatureWhy}</p>
			<Snippet text={signatureCommand(attempt, body)} label={words.deliveries.signatureCommand} />
		</section>
	);
}
