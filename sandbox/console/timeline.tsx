/** What has happened to a letter, and what is still to come. */
import { eventMeaning, shortTime } from './format';
import type { Letter } from './model';

const USUAL = ['card.created', 'card.written', 'card.shipped', 'card.delivered'];

export function Timeline({ letter: { events, status } }: { letter: Letter }) {
	const past = events.map(({ type }) => type);
	const isFinal = status === 'delivered' || status === 'returned';
	const toCome = isFinal ? [] : USUAL.filter((type) => !past.includes(type));
	return (
		<ol class="timeline">
			{events.map(({ type, at }, i) => (
				<li key={i} class={`timeline-${type.replace('card.', '')}`}>
					<strong>{eventMeaning(type)}</strong>
					<code>{type}</code>
					<time dateTime={at}>{shortTime(at)}</time>
				</li>
			))}
			{toCome.map((type) => (
				<li key={type} class="timeline-to-come">
					<span>{eventMeaning(type)}</span>
					<code>{type}</code>
				</li>
			))}
		</ol>
	);
}
