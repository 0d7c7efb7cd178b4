/** The board before the first letter: how to send one, from a shell or from n8n. */
import { CredentialValues } from '../settings/credentialValues';
import { Snippet } from '../ui/copy';
import { apiKey, OrderSample } from './sampleLetters';

function curlSnippet(): string {
	return `curl ${location.origin}/v1/cards \\
  -H 'Authorization: Bearer ${apiKey()}' -H 'Idempotency-Key: order-1' \\
  -H 'Content-Type: application/json' \\
  -d '{"to": {"name": "Ana Souza", "address_line1": "Rua das Flores, 10",
       "city": "São Paulo", "state": "SP", "zip": "01310-100"},
       "message": "Obrigado pela visita!", "style": "sty_casual"}'`;
}

export function EmptyBoard() {
	return (
		<div class="empty-board">
			<div class="empty-paper hand-casual">
				<h1>Dear you,</h1>
				<p>no letters yet. Send the first one and watch it being written, stamped and posted, right here.</p>
				<OrderSample />
			</div>
			<div class="empty-ways">
				<section>
					<h2>From n8n</h2>
					<p>
						Make a <em>Handwritten Letters API</em> credential with these values, then run the node
						Handwritten Letters → Card → Create.
					</p>
					<CredentialValues />
				</section>
				<section>
					<h2>From a shell</h2>
					<Snippet text={curlSnippet()} label="curl command" />
					<p class="hint">
						Every call is described in the <a href="/docs">API documentation</a>.
					</p>
				</section>
			</div>
		</div>
	);
}
