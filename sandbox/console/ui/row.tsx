/** A row of a list that opens below itself, at once if the address names it. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { Icon } from './icon';

interface Props {
	readonly id: string;
	readonly kind: 'call' | 'delivery';
	readonly isStruck?: boolean;
	readonly isNamed: boolean;
	readonly head: ComponentChildren;
	/** Beside the head, and no part of the button. */
	readonly beside?: ComponentChildren;
	/** Made only once it is open. */
	readonly details: () => ComponentChildren;
}

export function Row({ id, kind, isStruck = false, isNamed, head, beside, details }: Props) {
	const [isOpen, setOpen] = useState(isNamed);
	useEffect(() => {
		if (isNamed) setOpen(true);
	}, [isNamed]);
	return (
		<li class={isStruck ? `row ${kind} struck` : `row ${kind}`}>
			<div class="row-head">
				<button
					type="button"
					class={`row-open ${kind}-open`}
					aria-expanded={isOpen}
					aria-controls={`details-${id}`}
					onClick={() => setOpen(!isOpen)}
				>
					<Icon name="right" />
					{head}
				</button>
				{beside}
			</div>
			<div id={`details-${id}`} hidden={!isOpen}>
				{isOpen && details()}
			</div>
		</li>
	);
}
