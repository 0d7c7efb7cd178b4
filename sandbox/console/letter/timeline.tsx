/** What has happened to a letter, and what is still to come. */
import { eventLabel, shortTime } from '../api/format';
import type { Letter } from '../api/model';
import { EVENT_TABLE } from '../api/model';

/** What happens to a letter that arrives. */
const USUAL = EVENT_TABLE.map(({ name }) => name).filter((name) => name !== 'card.returned');

export function Timeline({ letter: { events, status } }: { letter: Letter }) {
	const past = events.map(({ type }) => type);
	const isFinal = status === 'delivered' || status === 'returned';
	const toCome = isFinal ? [] : USUAL.filter((type) => !past.includes(type));
	return (
		<ol class="timeline">
			{events.map(({ type, at }, i) => (
				<li key={i} class={`timeline-${type.replace('card.', '')}`}>
					<strong>{eventLabel(type)}</strong>
					<code>{type}</code>
					<time dateTime={at}>{shortTime(at)}</time>
				</li>
			))}
			{toCome.map((type) => (
				<li key={type} class="timeline-to-come">
					<span>{eventLabel(type)}</span>
					<code>{type}</code>
				</li>
			))}
		</ol>
	);
}
