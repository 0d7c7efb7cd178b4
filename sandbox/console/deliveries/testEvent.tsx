/** Sends one signed event of any kind, to see what the workflow does with it. */
import { useState } from 'preact/hooks';

import { api } from '../api/api';
import { eventLabel } from '../api/format';
import type { CardEventName, Receiver } from '../api/model';
import { EVENT_TABLE } from '../api/model';
import { activeReceivers } from '../api/state';
import { hrefTo } from '../route';
import { attempt } from '../ui/toast';
import { fill, fillText, words } from '../words/words';

interface ChoiceProps {
	readonly receivers: readonly Receiver[];
	/** Empty: every one that takes the event. */
	readonly chosen: string;
	readonly onChoose: (name: string) => void;
}

function ReceiverChoice({ receivers, chosen, onChoose }: ChoiceProps) {
	return (
		<label>
			{words.deliveries.receiver}
			<select value={chosen} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
				<option value="">{words.deliveries.everyReceiver}</option>
				{receivers.map(({ name }) => (
					<option key={name} value={name}>
						{name}
					</option>
				))}
			</select>
		</label>
	);
}

export function TestEvent({ card }: { card?: string }) {
	const [event, setEvent] = useState<CardEventName>('card.delivered');
	const [receiver, setReceiver] = useState('');
	const receivers = activeReceivers.value;
	const isOff = receivers.length === 0;
	const isThere = receivers.some(({ name }) => name === receiver);
	return (
		<form
			class="test-event"
			onSubmit={(submit) => {
				submit.preventDefault();
				void attempt(
					api.sendEvent(event, card, isThere ? receiver : undefined),
					fillText(words.deliveries.sent, { event }),
				);
			}}
		>
			<label>
				{card === undefined ? words.deliveries.testEvent : words.deliveries.testEventHere}
				<select
					value={event}
					onChange={({ currentTarget }) =>
						setEvent(EVENT_TABLE.find(({ name }) => name === currentTarget.value)?.name ?? event)
					}
				>
					{EVENT_TABLE.map(({ name }) => (
						<option key={name} value={name}>
							{eventLabel(name)} ({name})
						</option>
					))}
				</select>
			</label>
			{receivers.length > 1 && (
				<ReceiverChoice receivers={receivers} chosen={isThere ? receiver : ''} onChoose={setReceiver} />
			)}
			<button type="submit" disabled={isOff}>
				{words.deliveries.send}
			</button>
			{isOff && (
				<span class="hint">
					{fill(words.deliveries.needsUrl, {
						settings: <a href={hrefTo('settings')}>{words.shell.settings}</a>,
					})}
				</span>
			)}
		</form>
	);
}
