/** Short messages at the foot of the page: what an action did, or why it could not. */
import { signal } from '@preact/signals';

import { words } from '../words/words';

interface Toast {
	readonly id: number;
	readonly text: string;
	readonly isError: boolean;
}

const SHOWN_MS = 5000;
const toasts = signal<readonly Toast[]>([]);
let lastId = 0;

function dismiss(id: number): void {
	toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

export function say(text: string, isError = false): void {
	const id = ++lastId;
	toasts.value = [...toasts.value.slice(-2), { id, text, isError }];
	setTimeout(dismiss, isError ? 2 * SHOWN_MS : SHOWN_MS, id);
}

/** Says how an action went. */
export async function attempt(action: Promise<unknown>, done: string): Promise<void> {
	try {
		await action;
		say(done);
	} catch (error) {
		say(error instanceof Error ? error.message : String(error), true);
	}
}

export function Toasts() {
	return (
		<div class="toasts" role="status" aria-live="polite">
			{toasts.value.map(({ id, text, isError }) => (
				<div key={id} class={isError ? 'toast toast-error' : 'toast'}>
					<span>{text}</span>
					<button type="button" class="quiet" aria-label={words.ui.dismiss} onClick={() => dismiss(id)}>
						×
					</button>
				</div>
			))}
		</div>
	);
}
