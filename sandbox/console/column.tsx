/** The letters of one status, a page at a time: ten thousand must not all be drawn. */
import { useEffect, useState } from 'preact/hooks';
import { api } from './api';
import { visibleIds } from './boardOrder';
import { count, STATUS_NAMES } from './format';
import { Icon } from './icon';
import { LetterCard } from './letterCard';
import type { CardStatus, Counts } from './model';
import { useLive } from './useLive';

interface Props {
	readonly status: CardStatus;
	readonly search: string;
	readonly pageSize: number;
	readonly onCounts: (counts: Counts) => void;
}

const EMPTY_TEXTS: Readonly<Record<CardStatus, string>> = {
	queued: 'Orders arrive here',
	writing: 'Nobody is writing',
	posted: 'Nothing posted',
	in_transit: 'Nothing on the road',
	delivered: 'Nothing delivered yet',
	returned: 'Nothing came back',
};

export function Column({ status, search, pageSize, onCounts }: Props) {
	const [offset, setOffset] = useState(0);
	useEffect(() => setOffset(0), [search, pageSize]);
	const { value, error } = useLive(
		['cards'],
		() => api.letters({ status, search, limit: pageSize, offset }),
		[status, search, pageSize, offset],
	);
	useEffect(() => {
		if (value === undefined) return;
		onCounts(value.counts);
		visibleIds.set(
			status,
			value.cards.map(({ id }) => id),
		);
		// Letters move on: the page one looks at may be past the end now.
		if (value.cards.length === 0 && offset > 0) setOffset(Math.max(0, offset - pageSize));
	}, [value]);
	useEffect(() => () => void visibleIds.delete(status), [status]);

	const total = value?.total ?? 0;
	const last = Math.min(offset + pageSize, total);
	return (
		<section class={`column column-${status}`} aria-labelledby={`column-${status}`}>
			<h2 id={`column-${status}`}>
				<Icon name={status} />
				{STATUS_NAMES[status]}
				<span class="column-count" data-testid={`count-${status}`}>
					{count(total)}
				</span>
			</h2>
			<ul>
				{value?.cards.map((letter) => (
					<li key={letter.id}>
						<LetterCard letter={letter} />
					</li>
				))}
			</ul>
			{value !== undefined && total === 0 && <p class="column-empty">{EMPTY_TEXTS[status]}</p>}
			{value === undefined && error !== undefined && <p class="column-empty">{error.message}</p>}
			{total > pageSize && (
				<div class="pager" role="group" aria-label={`Pages of ${STATUS_NAMES[status]}`}>
					<button type="button" aria-label="Newer" disabled={offset === 0} onClick={() => setOffset(Math.max(0, offset - pageSize))}>
						<Icon name="left" />
					</button>
					<span>
						{count(offset + 1)}–{count(last)} of {count(total)}
					</span>
					<button type="button" aria-label="Older" disabled={last >= total} onClick={() => setOffset(offset + pageSize)}>
						<Icon name="right" />
					</button>
				</div>
			)}
		</section>
	);
}
