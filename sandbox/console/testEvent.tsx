/** Sends one signed event of any kind, to see what the workflow does with it. */
import { useState } from 'preact/hooks';
import { api } from './api';
import { EVENT_MEANINGS } from './format';
import { EVENTS, type CardEventName } from './model';
import { hrefTo } from './route';
import { state } from './state';
import { attempt } from './toast';

export function TestEvent({ card }: { card?: string }) {
	const [event, setEvent] = useState<CardEventName>('card.delivered');
	const isOff = state.value?.webhook.url == null;
	return (
		<form
			class="test-event"
			onSubmit={(submit) => {
				submit.preventDefault();
				void attempt(api.sendEvent(event, card), `A test event ${event} is on its way`);
			}}
		>
			<label>
				Test event{card === undefined ? '' : ' about this letter'}
				<select
					value={event}
					onChange={({ currentTarget }) => setEvent(EVENTS.find((name) => name === currentTarget.value) ?? event)}
				>
					{EVENTS.map((name) => (
						<option key={name} value={name}>
							{name} – {EVENT_MEANINGS[name]}
						</option>
					))}
				</select>
			</label>
			<button type="submit" disabled={isOff}>
				Send
			</button>
			{isOff && (
				<span class="hint">
					needs a webhook URL (<a href={hrefTo('settings')}>Settings</a>)
				</span>
			)}
		</form>
	);
}
