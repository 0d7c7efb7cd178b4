/** What has happened to a letter, and what is still to come. */
import { eventLabel, shortTime } from '../api/format';
import type { Letter } from '../api/model';
import { eventsToCome } from './eventsToCome';

export function Timeline({ letter }: { letter: Letter }) {
	return (
		<ol class="timeline">
			{letter.events.map(({ type, at }, i) => (
				<li key={i} class={`timeline-${type.replace('card.', '')}`}>
					<strong>{eventLabel(type)}</strong>
					<code>{type}</code>
					<time dateTime={at}>{shortTime(at)}</time>
				</li>
			))}
			{eventsToCome(letter).map((type) => (
				<li key={type} class="timeline-to-come">
					<span>{eventLabel(type)}</span>
					<code>{type}</code>
				</li>
			))}
		</ol>
	);
}
