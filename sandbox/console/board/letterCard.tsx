/** A letter on the board: the page while it is written, the envelope once it is under way. */
import { ago, shortTime } from '../api/format';
import type { Letter } from '../api/model';
import { sandboxNow } from '../api/state';
import { Envelope, postedAt } from '../letter/envelope';
import { findTemplate } from '../letter/handwriting';
import { Page } from '../letter/page';
import { hrefTo } from '../route';
import { fillText, words } from '../words/words';

function summary({ message, template }: Letter['request']): string {
	if (message !== undefined) return message.slice(0, 80);
	return template === undefined
		? ''
		: fillText(words.board.template, { name: findTemplate(template)?.name ?? template });
}

export function LetterCard({ letter }: { letter: Letter }) {
	const { id, request, status, events, created_at: createdAt } = letter;
	const isUnderWay = postedAt(letter) !== undefined;
	const latest = events.at(-1)?.at ?? createdAt;
	return (
		<a
			class={`letter-card letter-card-${status}`}
			href={hrefTo('letters', id)}
			data-letter={id}
			aria-label={`${request.to.name}, ${request.to.city}. ${summary(request)}`}
		>
			<div class="picture" aria-hidden="true">
				<Page letter={letter} isPicture />
				{isUnderWay && <Envelope letter={letter} />}
			</div>
			<div class="letter-card-text">
				<strong>{request.to.name}</strong>
				<span class="letter-card-line">
					<span>
						{request.to.city}, {request.to.state}
					</span>
					<time dateTime={latest} title={shortTime(latest)}>
						{ago(latest, sandboxNow.value)}
					</time>
				</span>
			</div>
		</a>
	);
}
