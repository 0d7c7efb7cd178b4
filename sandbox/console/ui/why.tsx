/** Says of something red why it is. */
import type { ComponentChildren } from 'preact';

import { words } from '../words/words';

export function Why({ children }: { children: ComponentChildren }) {
	return (
		<section class="why">
			<h2>{words.why.title}</h2>
			{children}
		</section>
	);
}
