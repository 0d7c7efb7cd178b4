/** Where events go, and how they are signed. */
import { api } from '../api/api';
import type { WebhookSettings } from '../api/model';
import { attempt } from '../ui/toast';
import { SettingsForm, textIn } from './settingsForm';

export function WebhookForm({ settings }: { settings: WebhookSettings }) {
	function save(fields: FormData): void {
		const url = textIn(fields, 'url');
		const secret = textIn(fields, 'secret');
		const next = {
			url: url === '' ? null : url,
			headerPrefix: textIn(fields, 'headerPrefix'),
			...(secret !== '' && { secret }),
		};
		void attempt(
			api.setWebhook(next),
			next.url === null ? 'Events are delivered nowhere' : `Events go to ${next.url}`,
		);
	}
	return (
		<SettingsForm id="webhook" title="Webhook" action="Save the webhook" onSave={save}>
			<label>
				URL
				<input
					name="url"
					type="url"
					inputMode="url"
					placeholder="http://127.0.0.1:5678/webhook/…"
					defaultValue={settings.url ?? ''}
				/>
				<small>
					The trigger's Production URL, or its Test URL, which takes one event after “Listen for test event”.
					Empty: no deliveries.
				</small>
			</label>
			<label>
				Secret
				<input name="secret" autocomplete="off" spellcheck={false} placeholder="unchanged" />
				<small>Signs the events from the next attempt on. It is never shown.</small>
			</label>
			<label>
				Header prefix
				<input name="headerPrefix" required spellcheck={false} defaultValue={settings.headerPrefix} />
			</label>
		</SettingsForm>
	);
}
