/** Where events go, and how they are signed. */
import { api } from '../api/api';
import type { Receiver } from '../api/model';
import { attempt } from '../ui/toast';
import { fillText, words } from '../words/words';
import { FurtherReceivers } from './furtherReceivers';
import { ReceiverFields, receiverIn } from './receiverFields';
import { SettingsForm, textIn } from './settingsForm';

interface Props {
	readonly headerPrefix: string;
	/** The main one first. */
	readonly receivers: readonly Receiver[];
}

async function save(name: string, fields: FormData): Promise<void> {
	await api.setReceiver(name, receiverIn(fields));
	await api.setHeaderPrefix(textIn(fields, 'headerPrefix'));
}

export function WebhookForm({ headerPrefix, receivers }: Props) {
	const [main] = receivers;
	if (main === undefined) return null;
	return (
		<SettingsForm
			id="webhook"
			title={words.settings.webhook}
			action={words.settings.saveWebhook}
			onSave={(fields) => {
				const url = textIn(fields, 'url');
				void attempt(
					save(main.name, fields),
					url === '' ? words.settings.deliveredNowhere : fillText(words.settings.eventsGoTo, { url }),
				);
			}}
			after={<FurtherReceivers receivers={receivers} />}
		>
			<ReceiverFields key={JSON.stringify(main)} receiver={main} />
			<label>
				{words.settings.headerPrefix}
				<input
					key={headerPrefix}
					name="headerPrefix"
					required
					spellcheck={false}
					defaultValue={headerPrefix}
				/>
			</label>
		</SettingsForm>
	);
}
