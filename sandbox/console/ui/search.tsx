/** A field to look for something in a list; what is typed is told once the typing pauses. */
import { useRef } from 'preact/hooks';

import { Icon } from './icon';

const SETTLED_MS = 200;

interface Props {
	readonly label: string;
	/** What it looks into. */
	readonly hint: string;
	readonly onSearch: (text: string) => void;
}

export function Search({ label, hint, onSearch }: Props) {
	const timer = useRef<number>();
	return (
		<label class="search">
			<Icon name="search" />
			<span class="sr-only">{label}</span>
			<input
				type="search"
				placeholder={hint}
				onInput={({ currentTarget: { value } }) => {
					clearTimeout(timer.current);
					timer.current = window.setTimeout(() => onSearch(value.trim()), SETTLED_MS);
				}}
			/>
		</label>
	);
}
