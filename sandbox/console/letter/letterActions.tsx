/** What one can do with a letter: move it on, deliver it, send it back. */
import { api } from '../api/api';
import type { CardStatus, Letter } from '../api/model';
import { useKeys } from '../keys';
import { Icon } from '../ui/icon';
import { attempt } from '../ui/toast';
import { fillText, words } from '../words/words';

const NEXT: Partial<Record<CardStatus, { readonly to: CardStatus; readonly label: string }>> = {
	queued: { to: 'writing', label: words.letter.startWriting },
	writing: { to: 'posted', label: words.letter.post },
	posted: { to: 'in_transit', label: words.letter.sendOn },
	in_transit: { to: 'delivered', label: words.letter.deliverIt },
};

function move(id: string, to: CardStatus): void {
	void attempt(
		api.advance(id, to),
		fillText(words.letter.moved, { status: words.statuses[to].toLowerCase() }),
	);
}

export function LetterActions({ letter: { id, status } }: { letter: Letter }) {
	const next = NEXT[status];
	const isFinal = next === undefined;
	useKeys(
		isFinal
			? {}
			: {
					n: () => move(id, next.to),
					d: () => move(id, 'delivered'),
					r: () => move(id, 'returned'),
				},
	);
	if (isFinal) return <p class="hint">{words.letter.final}</p>;
	return (
		<div class="actions">
			<button type="button" class="primary" onClick={() => move(id, next.to)}>
				<Icon name={next.to} /> {next.label} <kbd>n</kbd>
			</button>
			{next.to !== 'delivered' && (
				<button type="button" onClick={() => move(id, 'delivered')}>
					<Icon name="delivered" /> {words.letter.deliver} <kbd>d</kbd>
				</button>
			)}
			<button type="button" class="danger" onClick={() => move(id, 'returned')}>
				<Icon name="returned" /> {words.letter.giveBack} <kbd>r</kbd>
			</button>
		</div>
	);
}
