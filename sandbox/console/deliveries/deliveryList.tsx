/** Deliveries, each to be opened for its attempts and sent again. */
import { useState } from 'preact/hooks';

import { api } from '../api/api';
import { eventLabel, plural, shortTime } from '../api/format';
import type { Attempt, Delivery } from '../api/model';
import { hrefTo } from '../route';
import { Icon } from '../ui/icon';
import { attempt } from '../ui/toast';
import { Attempts } from './attempts';

/** What has become of an event, in words: "Returned, received by n8n (200)". */
function outcome({ event, status, attempts }: Delivery): string {
	const latest = attempts.at(-1);
	const answer = latest === undefined ? '' : ` (${String(latest.status ?? 'no answer')})`;
	if (status === 'delivered') return `${eventLabel(event)}, received${receiver(latest)}${answer}`;
	if (status === 'failed') return `${eventLabel(event)}, given up${answer}`;
	return `${eventLabel(event)}, ${latest === undefined ? 'not sent yet' : `refused${answer}`}`;
}

/** n8n's addresses tell it apart from any other receiver. */
function receiver(latest: Attempt | undefined): string {
	return /\/webhook(-test)?\//.test(latest?.url ?? '') ? ' by n8n' : '';
}

function tries({ attempts, next_attempt_at: next }: Delivery): string {
	const made = attempts.length > 1 ? plural(attempts.length, 'attempt') : '';
	return [made, next === null ? '' : `again at ${shortTime(next)}`].filter(Boolean).join(', ');
}

/** Whom the letter is for; a test event without a letter is about nobody. */
function Subject({ cardId, recipient }: { cardId: string; recipient: string | null }) {
	if (recipient === null) return <span class="delivery-letter quiet-text">Test event</span>;
	return (
		<a class="delivery-letter" href={hrefTo('letters', cardId)}>
			{recipient}
		</a>
	);
}

interface RowProps {
	readonly delivery: Delivery;
	readonly isWithinLetter: boolean;
	readonly isOpenAtFirst: boolean;
}

function DeliveryRow({ delivery, isWithinLetter, isOpenAtFirst }: RowProps) {
	const { id, event, status, attempts, card_id: cardId, recipient } = delivery;
	const [isOpen, setOpen] = useState(isOpenAtFirst);
	const latest = attempts.at(-1);
	const faults = new Set(attempts.map(({ fault }) => fault).filter((fault) => fault !== null));
	return (
		<li class={`delivery delivery-${status}`}>
			<div class="delivery-row">
				<button
					type="button"
					class="delivery-open"
					aria-expanded={isOpen}
					aria-controls={`attempts-${id}`}
					onClick={() => setOpen(!isOpen)}
				>
					<Icon name="right" />
					<span class={`dot dot-${status}`} />
					<span class="delivery-outcome">{outcome(delivery)}</span>
					<span class="delivery-answer">
						{tries(delivery)}
						{[...faults].map((fault) => (
							<span key={fault} class="tag tag-fault">
								{fault}
							</span>
						))}
					</span>
					{latest !== undefined && <time dateTime={latest.at}>{shortTime(latest.at)}</time>}
				</button>
				{!isWithinLetter && <Subject cardId={cardId} recipient={recipient} />}
				<button
					type="button"
					onClick={() => void attempt(api.redeliver(id), `${eventLabel(event)} is on its way again`)}
				>
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
				<DeliveryRow
					key={delivery.id}
					delivery={delivery}
					isWithinLetter={isWithinLetter}
					isOpenAtFirst={delivery.id === opened}
				/>
			))}
		</ul>
	);
}
