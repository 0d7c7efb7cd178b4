/** What one says of a receiver: where it is, its secret, and which events it takes. */
import { eventLabel } from '../api/format';
import type { CardEventName, Receiver, ReceiverSettings } from '../api/model';
import { EVENT_TABLE } from '../api/model';
import { fillText, words } from '../words/words';
import { textIn } from './settingsForm';

const ALL = EVENT_TABLE.length;

/** "All events", "2 of 5 events · any certificate" */
export function describeReceiver({ events, allowSelfSigned }: Receiver): string {
	const taken =
		events === null
			? words.settings.allEvents
			: fillText(words.settings.someEvents, { chosen: events.length, all: ALL });
	return allowSelfSigned ? `${taken} · ${words.settings.anyCertificate}` : taken;
}

/** An empty secret means the one it has. */
export function receiverIn(fields: FormData): ReceiverSettings {
	const [url, secret] = [textIn(fields, 'url'), textIn(fields, 'secret')];
	const events = fields.getAll('events') as CardEventName[];
	return {
		url: url === '' ? null : url,
		...(secret !== '' && { secret }),
		events: events.length === ALL ? null : events,
		allowSelfSigned: fields.has('allowSelfSigned'),
	};
}

function EventChoices({ chosen }: { chosen: readonly CardEventName[] | null }) {
	return (
		<fieldset class="choices">
			<legend>{words.settings.events}</legend>
			{EVENT_TABLE.map(({ name }) => (
				<label key={name}>
					<input
						type="checkbox"
						name="events"
						value={name}
						defaultChecked={chosen === null || chosen.includes(name)}
					/>
					{eventLabel(name)}
				</label>
			))}
		</fieldset>
	);
}

export function ReceiverFields({ receiver, isNew = false }: { receiver: Receiver; isNew?: boolean }) {
	return (
		<>
			<label>
				{words.settings.url}
				<input
					name="url"
					type="url"
					inputMode="url"
					placeholder="http://127.0.0.1:5678/webhook/…"
					defaultValue={receiver.url ?? ''}
				/>
				<small>{words.settings.urlHint}</small>
			</label>
			<label>
				{words.settings.secret}
				<input
					name="secret"
					autocomplete="off"
					spellcheck={false}
					placeholder={isNew ? words.settings.startSecret : words.settings.unchanged}
				/>
				<small>{words.settings.secretUse}</small>
			</label>
			<details class="further">
				<summary>
					{words.settings.eventsAndCertificate} <span class="quiet-text">{describeReceiver(receiver)}</span>
				</summary>
				<EventChoices chosen={receiver.events} />
				<label class="choice">
					<input type="checkbox" name="allowSelfSigned" defaultChecked={receiver.allowSelfSigned} />
					{words.settings.allowSelfSigned}
					<small>{words.settings.allowSelfSignedHint}</small>
				</label>
			</details>
		</>
	);
}
