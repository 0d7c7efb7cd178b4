/** The board before the first letter: how to order one, here, from a shell or from a client such as n8n. */
import { apiKey } from '../api/ordering';
import { CredentialValues } from '../settings/credentialValues';
import { Snippet } from '../ui/copy';
import { quoted } from '../ui/curl';
import { fill, words } from '../words/words';
import { WriteButton } from '../write/writeLetter';
import { OrderSample } from './sampleLetters';

function curlSnippet(): string {
	return `curl ${location.origin}/v1/cards \\
  -H ${quoted(`Authorization: Bearer ${apiKey()}`)} -H 'Idempotency-Key: order-1' \\
  -H 'Content-Type: application/json' \\
  -d '{"to": {"name": "Ana Souza", "address_line1": "Rua das Flores, 10",
       "city": "São Paulo", "state": "SP", "zip": "01310-100"},
       "message": "Obrigado pela visita!", "style": "sty_casual"}'`;
}

export function EmptyBoard() {
	return (
		<div class="empty-board">
			<div class="empty-paper hand-casual">
				<h1>{words.board.dearYou}</h1>
				<p>{words.board.noLetters}</p>
				<div class="actions">
					<WriteButton />
					<OrderSample />
				</div>
			</div>
			<div class="empty-ways">
				<section>
					<h2>{words.board.fromShell}</h2>
					<Snippet text={curlSnippet()} label={words.ui.curl} />
					<p class="hint">
						{fill(words.board.described, { docs: <a href="/docs">{words.board.apiDocs}</a> })}
					</p>
				</section>
				<section>
					<h2>{words.board.fromClient}</h2>
					<p>{fill(words.board.useValues, { credential: <em>{words.board.credential}</em> })}</p>
					<CredentialValues />
				</section>
			</div>
		</div>
	);
}
