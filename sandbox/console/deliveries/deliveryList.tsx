/** Deliveries, each to be opened for its attempts and sent again. */
import { api } from '../api/api';
import { count, eventLabel, shortTime } from '../api/format';
import type { Delivery } from '../api/model';
import { activeReceivers, state } from '../api/state';
import { hrefTo } from '../route';
import { Row } from '../ui/row';
import { attempt } from '../ui/toast';
import { fill, fillText, words } from '../words/words';
import { Attempts } from './attempts';

/** What has become of an event, in words: "Returned, received (200)". */
function outcome({ event, status, attempts }: Delivery): string {
	const latest = attempts.at(-1);
	const named = { event: eventLabel(event) };
	const answer = latest === undefined ? '' : ` (${String(latest.status ?? words.deliveries.noAnswer)})`;
	if (status === 'delivered') return fillText(words.deliveries.outcomeReceived, named) + answer;
	if (status === 'failed') return fillText(words.deliveries.outcomeGivenUp, named) + answer;
	const text = latest === undefined ? words.deliveries.outcomeNotSent : words.deliveries.outcomeRefused;
	return fillText(text, named) + answer;
}

function tries({ attempts, next_attempt_at: next }: Delivery): string {
	const made =
		attempts.length > 1 ? fillText(words.deliveries.attempts, { number: count(attempts.length) }) : '';
	const again = next === null ? '' : fillText(words.deliveries.again, { time: shortTime(next) });
	return [made, again].filter(Boolean).join(', ');
}

/** Whom the letter is for; a test event without a letter is about nobody. */
function Subject({ cardId, recipient }: { cardId: string; recipient: string | null }) {
	if (recipient === null)
		return <span class="delivery-letter quiet-text">{words.deliveries.aboutNobody}</span>;
	return (
		<a class="delivery-letter" href={hrefTo('letters', cardId)}>
			{recipient}
		</a>
	);
}

interface RowProps {
	readonly delivery: Delivery;
	readonly isWithinLetter: boolean;
	readonly isNamed: boolean;
}

function DeliveryRow({ delivery, isWithinLetter, isNamed }: RowProps) {
	const { id, event, status, attempts, card_id: cardId, receiver: to, recipient } = delivery;
	const latest = attempts.at(-1);
	const faults = new Set(attempts.map(({ fault }) => fault).filter((fault) => fault !== null));
	const redelivered = fillText(words.deliveries.redelivered, { event: eventLabel(event) });
	return (
		<Row
			id={id}
			kind="delivery"
			isNamed={isNamed}
			head={
				<>
					<span class={`dot dot-${status}`} />
					<span class="delivery-outcome">{outcome(delivery)}</span>
					<span class="delivery-answer">
						{(state.value?.receivers.length ?? 0) > 1 && <span class="tag tag-receiver">{to}</span>}
						{tries(delivery)}
						{[...faults].map((fault) => (
							<span key={fault} class="tag tag-fault">
								{fault}
							</span>
						))}
					</span>
					{latest !== undefined && <time dateTime={latest.at}>{shortTime(latest.at)}</time>}
				</>
			}
			beside={
				<>
					{!isWithinLetter && <Subject cardId={cardId} recipient={recipient} />}
					<button type="button" onClick={() => void attempt(api.redeliver(id), redelivered)}>
						{words.deliveries.redeliver}
					</button>
				</>
			}
			details={() => <Attempts delivery={delivery} />}
		/>
	);
}

interface ListProps {
	readonly deliveries: readonly Delivery[];
	readonly isWithinLetter?: boolean;
	readonly opened?: string | undefined;
}

export function DeliveryList({ deliveries, isWithinLetter = false, opened }: ListProps) {
	if (deliveries.length === 0) {
		if (activeReceivers.value.length > 0) return <p class="hint">{words.deliveries.noneHere}</p>;
		return (
			<p class="hint">
				{fill(words.deliveries.none, {
					settings: <a href={hrefTo('settings')}>{words.shell.settings}</a>,
				})}
			</p>
		);
	}
	return (
		<ul class="rows">
			{deliveries.map((delivery) => (
				<DeliveryRow
					key={delivery.id}
					delivery={delivery}
					isWithinLetter={isWithinLetter}
					isNamed={delivery.id === opened}
				/>
			))}
		</ul>
	);
}
