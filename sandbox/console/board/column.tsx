/** The letters of one status, a page at a time: ten thousand must not all be drawn. */
import { useEffect, useState } from 'preact/hooks';

import { api } from '../api/api';
import { count } from '../api/format';
import type { CardStatus, Counts } from '../api/model';
import { useLive } from '../api/useLive';
import { hrefTo } from '../route';
import { Icon } from '../ui/icon';
import { fillText, words } from '../words/words';
import { visibleIds } from './boardOrder';
import { LetterCard } from './letterCard';

interface Props {
	readonly status: CardStatus;
	readonly search: string;
	/** No other status is shown beside it. */
	readonly isAlone: boolean;
	readonly pageSize: number;
	readonly onCounts: (counts: Counts) => void;
}

interface PagerProps {
	readonly status: CardStatus;
	readonly offset: number;
	readonly pageSize: number;
	readonly total: number;
	/** Where all letters of the status are; undefined there. */
	readonly hrefToAll: string | undefined;
	readonly onTurn: (offset: number) => void;
}

function Pager({ status, offset, pageSize, total, hrefToAll, onTurn }: PagerProps) {
	const last = Math.min(offset + pageSize, total);
	const numbers = { first: count(offset + 1), last: count(last), total: count(total) };
	const range = fillText(words.board.range, numbers);
	return (
		<div
			class="pager"
			role="group"
			aria-label={fillText(words.board.pages, { status: words.statuses[status] })}
		>
			<button
				type="button"
				aria-label={words.board.newer}
				disabled={offset === 0}
				onClick={() => onTurn(Math.max(0, offset - pageSize))}
			>
				<Icon name="left" />
			</button>
			{hrefToAll === undefined ? (
				<span>{range}</span>
			) : (
				<a href={hrefToAll} title={fillText(words.board.showStatus, { status: words.statuses[status] })}>
					{range}
				</a>
			)}
			<button
				type="button"
				aria-label={words.board.older}
				disabled={last >= total}
				onClick={() => onTurn(offset + pageSize)}
			>
				<Icon name="right" />
			</button>
		</div>
	);
}

function hrefToStatus(status: CardStatus, search: string): string {
	const query = new URLSearchParams(search === '' ? { status } : { search, status });
	return `${hrefTo('letters')}?${query.toString()}`;
}

export function Column({ status, search, isAlone, pageSize, onCounts }: Props) {
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
	return (
		<section class={`column column-${status}`} aria-labelledby={`column-${status}`}>
			<h2 id={`column-${status}`}>
				<Icon name={status} />
				{words.statuses[status]}
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
			{value !== undefined && total === 0 && (
				<p class="column-empty">{search === '' ? words.board[status] : words.board.noMatch}</p>
			)}
			{value === undefined && error !== undefined && <p class="column-empty">{error.message}</p>}
			{total > pageSize && (
				<Pager
					status={status}
					offset={offset}
					pageSize={pageSize}
					total={total}
					hrefToAll={isAlone ? undefined : hrefToStatus(status, search)}
					onTurn={setOffset}
				/>
			)}
		</section>
	);
}
