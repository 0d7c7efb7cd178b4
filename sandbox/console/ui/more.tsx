/** The foot of a long list: how much of it is shown, and a button for more. */
import { count } from '../api/format';

interface Props {
	readonly shown: number;
	readonly total: number;
	readonly onMore: () => void;
}

export function More({ shown, total, onMore }: Props) {
	if (shown >= total) return null;
	return (
		<p class="more">
			The newest {count(shown)} of {count(total)}{' '}
			<button type="button" onClick={onMore}>
				Show more
			</button>
		</p>
	);
}
