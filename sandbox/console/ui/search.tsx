/** The field that searches a view. What is typed is part of the view's address once the typing pauses. */
import { useEffect, useRef } from 'preact/hooks';

import { moveFocus, useKeys } from '../keys';
import { search, searchedText } from '../route';
import { Icon } from './icon';

const SETTLED_MS = 150;

interface Props {
	readonly label: string;
	/** What it looks into. */
	readonly hint: string;
}

export function Search({ label, hint }: Props) {
	const field = useRef<HTMLInputElement>(null);
	const timer = useRef(0);
	useKeys({ '/': () => field.current?.focus() });
	useEffect(() => {
		// Not while one types: that changes the address without this event.
		const follow = () => {
			clearTimeout(timer.current);
			if (field.current !== null) field.current.value = searchedText();
		};
		addEventListener('hashchange', follow);
		return () => {
			removeEventListener('hashchange', follow);
			// It would lead back to the view from what was opened meanwhile.
			clearTimeout(timer.current);
		};
	}, []);
	return (
		<label class="search">
			<Icon name="search" />
			<span class="sr-only">{label}</span>
			<input
				ref={field}
				type="search"
				placeholder={hint}
				defaultValue={searchedText()}
				onInput={({ currentTarget: { value } }) => {
					clearTimeout(timer.current);
					timer.current = window.setTimeout(() => search(value.trim()), SETTLED_MS);
				}}
				onKeyDown={({ key, currentTarget }) => {
					if (key === 'Escape') {
						// The browser empties the field; what it has filtered must not stay behind.
						clearTimeout(timer.current);
						currentTarget.value = '';
						search('');
						currentTarget.blur();
					}
					if (key === 'Enter') moveFocus('down');
				}}
			/>
			<kbd aria-hidden="true">/</kbd>
		</label>
	);
}
