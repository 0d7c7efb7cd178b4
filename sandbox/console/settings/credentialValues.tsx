/** What goes into the credential in n8n, each value to be copied. */
import { DEFAULTS } from '../../src/defaults';
import { apiKey } from '../api/ordering';
import { state } from '../api/state';
import { Copyable } from '../ui/copy';
import { words } from '../words/words';

export function CredentialValues() {
	const values = [
		['API Key', apiKey()],
		['Base URL', `${location.origin}/v1`],
		// Unless it was started with another, which the sandbox does not show.
		['Webhook Secret', DEFAULTS.webhookSecret],
		['Header Prefix', state.value?.webhook.headerPrefix ?? ''],
	] as const;
	return (
		<>
			<dl class="values">
				{values.map(([name, value]) => (
					<div key={name}>
						<dt>{name}</dt>
						<dd>
							<Copyable text={value} label={name} />
						</dd>
					</div>
				))}
			</dl>
			<p class="hint">{words.settings.secretHint}</p>
		</>
	);
}
