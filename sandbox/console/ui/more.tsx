/** The foot of a long list: how much of it is shown, and a button for more. */
import { count } from '../api/format';
import { fillText, words } from '../words/words';

interface Props {
	readonly shown: number;
	readonly total: number;
	readonly onMore: () => void;
}

export function More({ shown, total, onMore }: Props) {
	if (shown >= total) return null;
	return (
		<p class="more">
			{fillText(words.ui.newest, { shown: count(shown), total: count(total) })}{' '}
			<button type="button" onClick={onMore}>
				{words.ui.more}
			</button>
		</p>
	);
}
