/** One letter, opened: the page and the envelope on the desk, everything known beside them. */
import { useEffect, useRef } from 'preact/hooks';

import { api, RefusedError } from '../api/api';
import { numberFrom } from '../api/format';
import type { Letter } from '../api/model';
import { useLive } from '../api/useLive';
import { lastOpened, neighbour } from '../board/boardOrder';
import { DeliveryList } from '../deliveries/deliveryList';
import { TestEvent } from '../deliveries/testEvent';
import { useKeys } from '../keys';
import { go, hrefTo } from '../route';
import { copyText } from '../ui/copy';
import { Icon } from '../ui/icon';
import { say } from '../ui/toast';
import { fillText, words } from '../words/words';
import { Envelope } from './envelope';
import { LetterActions } from './letterActions';
import { LetterFields } from './letterFields';
import { Page } from './page';
import { Timeline } from './timeline';

const MOST_DELIVERIES = 50;
const TILTS = 5;

function useWalking(id: string): void {
	const walk = (step: 1 | -1) => () => {
		const next = neighbour(id, step);
		if (next !== undefined) go(hrefTo('letters', next));
	};
	useKeys({
		j: walk(1),
		k: walk(-1),
		ArrowRight: walk(1),
		ArrowLeft: walk(-1),
		Escape: () => go(hrefTo('letters')),
		c: () => {
			copyText(id).then(
				() => say(fillText(words.ui.copiedValue, { value: id })),
				() => say(words.ui.notCopied, true),
			);
		},
	});
	useEffect(() => {
		lastOpened.id = id;
	}, [id]);
}

function Desk({ letter }: { letter: Letter }) {
	const isDraft = letter.status === 'queued';
	return (
		<div class={`desk tilt-${numberFrom(letter.id) % TILTS}`}>
			<Page letter={letter} />
			<Envelope letter={letter} />
			{isDraft && <p class="desk-note">{words.letter.inPencil}</p>}
		</div>
	);
}

function LetterDeliveries({ id }: { id: string }) {
	const { value } = useLive(
		['deliveries', 'webhook'],
		() => api.deliveries({ limit: MOST_DELIVERIES, card: id }),
		[id],
	);
	return (
		<section class="card" aria-labelledby="letter-deliveries">
			<h2 id="letter-deliveries">{words.letter.deliveries}</h2>
			{value !== undefined && <DeliveryList deliveries={value.deliveries} isWithinLetter />}
			<TestEvent card={id} />
		</section>
	);
}

function Missing({ error }: { error: Error }) {
	const isUnknown = error instanceof RefusedError && error.status === 404;
	return (
		<div class="empty">
			<h1>{isUnknown ? words.letter.unknown : words.letter.notOpened}</h1>
			<p>{isUnknown ? words.letter.unknownWhy : error.message}</p>
			<a href={hrefTo('letters')}>{words.letter.toBoard}</a>
		</div>
	);
}

export function LetterView({ id }: { id: string }) {
	const { value: letter, error } = useLive(['cards'], () => api.letter(id), [id]);
	const title = useRef<HTMLHeadingElement>(null);
	useWalking(id);
	// The reader's place is the letter now, not the card that was clicked.
	useEffect(() => title.current?.focus(), [letter?.id]);

	if (error instanceof RefusedError) return <Missing error={error} />;
	if (letter === undefined) return error === undefined ? null : <Missing error={error} />;
	const { name, city, state } = letter.request.to;
	return (
		<article class="letter-view">
			<a class="back" href={hrefTo('letters')}>
				<Icon name="left" /> {words.letter.back} <kbd>{words.letter.esc}</kbd>
			</a>
			<Desk letter={letter} />
			<div class="about">
				<header>
					<span class={`status status-${letter.status}`}>
						<Icon name={letter.status} /> {words.statuses[letter.status]}
					</span>
					<h1 ref={title} tabIndex={-1}>
						{name}
					</h1>
					<p>
						{city}, {state}
					</p>
					<LetterActions letter={letter} />
				</header>
				<section class="card" aria-labelledby="letter-timeline">
					<h2 id="letter-timeline">{words.letter.timeline}</h2>
					<Timeline letter={letter} />
				</section>
				<section class="card" aria-labelledby="letter-fields">
					<h2 id="letter-fields">{words.letter.fields}</h2>
					<LetterFields letter={letter} />
				</section>
				<LetterDeliveries id={id} />
			</div>
		</article>
	);
}
