/** Where events go, and how they are signed. */
import { api } from '../api/api';
import type { WebhookSettings } from '../api/model';
import { attempt } from '../ui/toast';
import { fillText, words } from '../words/words';
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
			next.url === null
				? words.settings.deliveredNowhere
				: fillText(words.settings.eventsGoTo, { url: next.url }),
		);
	}
	return (
		<SettingsForm
			id="webhook"
			title={words.settings.webhook}
			action={words.settings.saveWebhook}
			onSave={save}
		>
			<label>
				{words.settings.url}
				<input
					name="url"
					type="url"
					inputMode="url"
					placeholder="http://127.0.0.1:5678/webhook/…"
					defaultValue={settings.url ?? ''}
				/>
				<small>{words.settings.urlHint}</small>
			</label>
			<label>
				{words.settings.secret}
				<input name="secret" autocomplete="off" spellcheck={false} placeholder={words.settings.unchanged} />
				<small>{words.settings.secretUse}</small>
			</label>
			<label>
				{words.settings.headerPrefix}
				<input name="headerPrefix" required spellcheck={false} defaultValue={settings.headerPrefix} />
			</label>
		</SettingsForm>
	);
}
