/** The board: every letter under its status, searchable, or one status alone. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

import { count } from '../api/format';
import type { CardStatus, Counts } from '../api/model';
import { CARD_STATUSES } from '../api/model';
import { state } from '../api/state';
import { moveFocus, useKeys, useWalking } from '../keys';
import { hrefTo, route, searchedText, setQuery } from '../route';
import { Search } from '../ui/search';
import { fillText, words } from '../words/words';
import { WriteButton } from '../write/writeLetter';
import { focusLetter, lastOpened, rememberOrder } from './boardOrder';
import { Column } from './column';
import { EmptyBoard } from './emptyBoard';
import { OrderSample } from './sampleLetters';

const PER_COLUMN = 24;
const PER_GALLERY = 120;

const NONE_COUNTED: Counts = { queued: 0, writing: 0, posted: 0, in_transit: 0, delivered: 0, returned: 0 };

const sum = (counts: Counts): number => Object.values(counts).reduce((a, b) => a + b, 0);

function StatusFilter({ chosen, counts }: { chosen: CardStatus | undefined; counts: Counts }) {
	const choices: readonly (CardStatus | undefined)[] = [undefined, ...CARD_STATUSES];
	return (
		<div class="filter" role="group" aria-label={words.ui.show}>
			{choices.map((status) => (
				<button
					key={status ?? 'all'}
					type="button"
					aria-pressed={chosen === status}
					onClick={() => setQuery('status', status ?? '')}
				>
					{status === undefined ? words.board.allLetters : words.statuses[status]}
					<span>{count(status === undefined ? sum(counts) : counts[status])}</span>
				</button>
			))}
		</div>
	);
}

function NothingFound({ search }: { search: string }) {
	return (
		<div class="empty" role="status">
			<p>{fillText(words.board.nothingFound, { search })}</p>
			<a href={hrefTo('letters')}>{words.board.showAll}</a>
		</div>
	);
}

/** A letter that moved to another column was drawn anew there: the focus follows it. */
function useFocusThatFollows() {
	const focused = useRef<string>();
	const letterOf = ({ target }: FocusEvent) =>
		target instanceof HTMLElement ? target.closest<HTMLElement>('[data-letter]') : null;
	useLayoutEffect(() => {
		const observer = new MutationObserver(() => {
			if (focused.current !== undefined && document.activeElement === document.body) {
				focusLetter(focused.current);
			}
		});
		observer.observe(document.body, { childList: true, subtree: true });
		return () => observer.disconnect();
	}, []);
	return {
		onFocusIn: (event: FocusEvent) => (focused.current = letterOf(event)?.dataset.letter),
		onFocusOut: (event: FocusEvent) => {
			const left = letterOf(event);
			// Left for something else, not taken away under the focus.
			queueMicrotask(() => {
				if (left?.isConnected === true && left.dataset.letter === focused.current) {
					focused.current = undefined;
				}
			});
		},
	};
}

export function Board() {
	const search = searchedText();
	const chosen = CARD_STATUSES.find((status) => status === route.value.query.get('status'));
	const [counts, setCounts] = useState<Counts>();
	const follow = useFocusThatFollows();
	const isReady = useRef(false);

	useWalking();
	useKeys({
		ArrowDown: () => moveFocus('down'),
		ArrowUp: () => moveFocus('up'),
		ArrowLeft: () => moveFocus('left'),
		ArrowRight: () => moveFocus('right'),
	});
	useEffect(() => {
		if (isReady.current || lastOpened.id === undefined) return;
		isReady.current = focusLetter(lastOpened.id);
		if (isReady.current) lastOpened.id = undefined;
	}, [counts]);

	if (state.value === undefined) return <p class="loading">{words.board.opening}</p>;
	if (state.value.cards === 0) return <EmptyBoard />;
	const isNothingFound = search !== '' && counts !== undefined && sum(counts) === 0;
	return (
		<div class="board-view" {...follow} onClick={rememberOrder}>
			<h1 class="sr-only">{words.shell.letters}</h1>
			<div class="board-tools">
				<Search label={words.board.search} hint={words.board.searchHint} />
				<StatusFilter chosen={chosen} counts={counts ?? NONE_COUNTED} />
				<div class="actions">
					<OrderSample />
					<WriteButton />
				</div>
			</div>
			{isNothingFound && <NothingFound search={search} />}
			{/* Hidden, the columns still look for letters that match. */}
			<div class={chosen === undefined ? 'board' : 'board board-gallery'} hidden={isNothingFound}>
				{(chosen === undefined ? CARD_STATUSES : [chosen]).map((status) => (
					<Column
						key={status}
						status={status}
						search={search}
						isAlone={chosen !== undefined}
						pageSize={chosen === undefined ? PER_COLUMN : PER_GALLERY}
						onCounts={setCounts}
					/>
				))}
			</div>
		</div>
	);
}
