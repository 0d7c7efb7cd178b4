/** What one can do with a letter: move it on, deliver it, send it back. */
import { api } from '../api/api';
import { STATUS_NAMES } from '../api/format';
import type { CardStatus, Letter } from '../api/model';
import { useKeys } from '../keys';
import { Icon } from '../ui/icon';
import { attempt } from '../ui/toast';

const NEXT: Partial<Record<CardStatus, { readonly to: CardStatus; readonly label: string }>> = {
	queued: { to: 'writing', label: 'Start writing' },
	writing: { to: 'posted', label: 'Post it' },
	posted: { to: 'in_transit', label: 'Send it on its way' },
	in_transit: { to: 'delivered', label: 'Deliver it' },
};

function move(id: string, to: CardStatus): void {
	void attempt(api.advance(id, to), `The letter is ${STATUS_NAMES[to].toLowerCase()}`);
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
	if (isFinal) return <p class="hint">This letter has come to its end and moves no more.</p>;
	return (
		<div class="actions">
			<button type="button" class="primary" onClick={() => move(id, next.to)}>
				<Icon name={next.to} /> {next.label} <kbd>n</kbd>
			</button>
			{next.to !== 'delivered' && (
				<button type="button" onClick={() => move(id, 'delivered')}>
					<Icon name="delivered" /> Deliver <kbd>d</kbd>
				</button>
			)}
			<button type="button" class="danger" onClick={() => move(id, 'returned')}>
				<Icon name="returned" /> Return <kbd>r</kbd>
			</button>
		</div>
	);
}
