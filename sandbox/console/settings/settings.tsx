/** The sandbox's settings: receiver, limits, time, credential values, reset. */
import { state } from '../api/state';
import { Snippet } from '../ui/copy';
import { fill, words } from '../words/words';
import { CredentialValues } from './credentialValues';
import { LimitsForm } from './limitsForm';
import { Reset } from './reset';
import { SpeedForm } from './speedForm';
import { WebhookForm } from './webhookForm';

const CLOCK_CALL = `curl -X PUT ${location.origin}/_sandbox/clock \\
  -H 'Content-Type: application/json' -d '{"advanceSeconds": 86400}'`;

export function Settings() {
	const known = state.value;
	if (known === undefined) return null;
	return (
		<>
			<div class="view-head">
				<div>
					<h1>{words.shell.settings}</h1>
					<p class="hint">
						{fill(words.settings.about, {
							data: <code>--data</code>,
							docs: <a href="/docs/control">{words.shell.docs}</a>,
							openapi: <a href="/_sandbox/openapi.json">openapi.json</a>,
						})}
					</p>
				</div>
			</div>
			<div class="settings-grid">
				<WebhookForm headerPrefix={known.webhook.headerPrefix} receivers={known.receivers} />
				<section class="card" aria-labelledby="credential">
					<h2 id="credential">{words.settings.credential}</h2>
					<p class="hint">{words.settings.inN8n}</p>
					<CredentialValues />
				</section>
				<LimitsForm key={JSON.stringify(known.limits)} limits={known.limits} />
				<SpeedForm key={String(known.clock.speed)} speed={known.clock.speed} />
				<section class="card" aria-labelledby="as-api">
					<h2 id="as-api">{words.settings.script}</h2>
					<p class="hint">{words.settings.scriptHint}</p>
					<Snippet text={CLOCK_CALL} label={words.ui.curl} />
				</section>
				<Reset letters={known.cards} />
			</div>
		</>
	);
}
