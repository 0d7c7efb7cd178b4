/** Deliveries, each to be opened for its attempts and sent again. */
import { useState } from 'preact/hooks';
import { api } from './api';
import { Attempts } from './attempts';
import { plural, shortTime } from './format';
import { Icon } from './icon';
import type { Delivery } from './model';
import { hrefTo } from './route';
import { attempt } from './toast';

const STATUS_TEXTS: Readonly<Record<Delivery['status'], string>> = {
	pending: 'Waiting',
	delivered: 'Delivered',
	failed: 'Given up',
};

function latestAnswer({ attempts, next_attempt_at: next }: Delivery): string {
	const latest = attempts.at(-1);
	const answer = latest === undefined ? 'not sent yet' : String(latest.status ?? 'no answer');
	return next === null ? answer : `${answer}, again at ${shortTime(next)}`;
}

interface RowProps {
	readonly delivery: Delivery;
	readonly isWithinLetter: boolean;
	readonly isOpenAtFirst: boolean;
}

function DeliveryRow({ delivery, isWithinLetter, isOpenAtFirst }: RowProps) {
	const { id, event, status, attempts, card_id: cardId } = delivery;
	const [isOpen, setOpen] = useState(isOpenAtFirst);
	const latest = attempts.at(-1);
	const faults = new Set(attempts.map(({ fault }) => fault).filter((fault) => fault !== null));
	return (
		<li class={`delivery delivery-${status}`}>
			<div class="delivery-row">
				<button type="button" class="delivery-open" aria-expanded={isOpen} aria-controls={`attempts-${id}`} onClick={() => setOpen(!isOpen)}>
					<Icon name="right" />
					<span class={`dot dot-${status}`} />
					<code>{event}</code>
					<span class="delivery-status">{STATUS_TEXTS[status]}</span>
					<span class="delivery-answer">
						{plural(attempts.length, 'attempt')}, {latestAnswer(delivery)}
						{[...faults].map((fault) => (
							<span key={fault} class="tag tag-fault">
								{fault}
							</span>
						))}
					</span>
					{latest !== undefined && <time dateTime={latest.at}>{shortTime(latest.at)}</time>}
				</button>
				{!isWithinLetter && (
					<a class="delivery-letter" href={hrefTo('letters', cardId)} aria-label={`Letter ${cardId}`}>
						<code>{cardId.slice(0, 12)}…</code>
					</a>
				)}
				<button type="button" onClick={() => void attempt(api.redeliver(id), `${event} is on its way again`)}>
					Redeliver
				</button>
			</div>
			<div id={`attempts-${id}`} hidden={!isOpen}>
				{isOpen && <Attempts delivery={delivery} />}
			</div>
		</li>
	);
}

interface ListProps {
	readonly deliveries: readonly Delivery[];
	readonly isWithinLetter?: boolean;
	readonly opened?: string | undefined;
}

export function DeliveryList({ deliveries, isWithinLetter = false, opened }: ListProps) {
	if (deliveries.length === 0) {
		return (
			<p class="hint">
				None. Events are delivered while a webhook URL is set under <a href={hrefTo('settings')}>Settings</a>.
			</p>
		);
	}
	return (
		<ul class="delivery-list">
			{deliveries.map((delivery) => (
				<DeliveryRow key={delivery.id} delivery={delivery} isWithinLetter={isWithinLetter} isOpenAtFirst={delivery.id === opened} />
			))}
		</ul>
	);
}
