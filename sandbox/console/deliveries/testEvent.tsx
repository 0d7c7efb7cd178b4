/** Sends one signed event of any kind, to see what the workflow does with it. */
import { useState } from 'preact/hooks';

import { api } from '../api/api';
import type { CardEventName } from '../api/model';
import { EVENT_TABLE } from '../api/model';
import { state } from '../api/state';
import { hrefTo } from '../route';
import { attempt } from '../ui/toast';

export function TestEvent({ card }: { card?: string }) {
	const [event, setEvent] = useState<CardEventName>('card.delivered');
	const isOff = state.value?.webhook.url == null;
	return (
		<form
			class="test-event"
			onSubmit={(submit) => {
				submit.preventDefault();
				void attempt(api.sendEvent(event, card), `The test event ${event} is on its way`);
			}}
		>
			<label>
				Test event{card === undefined ? '' : ' about this letter'}
				<select
					value={event}
					onChange={({ currentTarget }) =>
						setEvent(EVENT_TABLE.find(({ name }) => name === currentTarget.value)?.name ?? event)
					}
				>
					{EVENT_TABLE.map(({ name, label }) => (
						<option key={name} value={name}>
							{label} ({name})
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
