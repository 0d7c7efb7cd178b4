/** A modal window; the browser keeps the focus in it, and Esc closes it. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

import { words } from '../words/words';
import { Icon } from './icon';

interface Props {
	readonly title: string;
	/** Room for two columns. */
	readonly isWide?: boolean;
	readonly onClose: () => void;
	readonly children: ComponentChildren;
}

export function Dialog({ title, isWide = false, onClose, children }: Props) {
	const dialog = useRef<HTMLDialogElement>(null);
	useEffect(() => dialog.current?.showModal(), []);
	return (
		<dialog
			ref={dialog}
			class={isWide ? 'wide' : undefined}
			aria-label={title}
			onClose={onClose}
			onClick={(event) => {
				if (event.target === event.currentTarget) event.currentTarget.close();
			}}
		>
			<div class="dialog-body">
				<header>
					<h2>{title}</h2>
					<button
						type="button"
						class="tool"
						aria-label={words.ui.close}
						onClick={() => dialog.current?.close()}
					>
						<Icon name="close" />
					</button>
				</header>
				{children}
			</div>
		</dialog>
	);
}
