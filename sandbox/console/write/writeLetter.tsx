/** A form to write a letter. It checks nothing itself: the service does, and its words stand at the fields. */
import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';

import type { CardCreateRequest } from '../../src/contract';
import { RefusedError } from '../api/api';
import { orderLetter } from '../api/ordering';
import { Page } from '../letter/page';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icon';
import { say } from '../ui/toast';
import { words } from '../words/words';
import type { Problems } from './draft';
import { draft, keyFor, orderOf, problemsIn, startOver } from './draft';
import { LetterFields } from './letterFields';

const isWriting = signal(false);

export function writeLetter(): void {
	isWriting.value = true;
}

const NO_PROBLEMS: Problems = { byField: {}, rest: '' };

function problemsOf(error: unknown): Problems {
	if (error instanceof RefusedError) return problemsIn(error.message);
	// A fault that cuts the connection may have let the order through.
	return { byField: {}, rest: words.write.noAnswer };
}

function LetterForm({ onClose }: { onClose: () => void }) {
	const [problems, setProblems] = useState(NO_PROBLEMS);
	const [isSending, setSending] = useState(false);
	const form = useRef<HTMLFormElement>(null);
	useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [problems]);

	async function order(): Promise<void> {
		setSending(true);
		try {
			const letter = orderOf(draft.value);
			await orderLetter(letter, keyFor(letter));
			startOver();
			onClose();
			say(words.write.ordered);
		} catch (error) {
			setProblems(problemsOf(error));
		}
		setSending(false);
	}
	return (
		<form
			ref={form}
			class="write-form"
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				if (!isSending) void order();
			}}
		>
			<LetterFields problems={problems} />
			<p class="problem" role="alert">
				{problems.rest}
			</p>
			<div class="actions">
				<button type="submit" class="primary" aria-disabled={isSending}>
					<Icon name="send" /> {words.write.order}
				</button>
			</div>
		</form>
	);
}

/** As it will look, before it is ordered. */
function Preview() {
	const request = orderOf(draft.value) as unknown as CardCreateRequest;
	return (
		<div class="write-preview" aria-hidden="true">
			<Page letter={{ request, status: 'posted' }} />
		</div>
	);
}

export function WriteLetter() {
	if (!isWriting.value) return null;
	const close = () => (isWriting.value = false);
	return (
		<Dialog title={words.write.title} isWide onClose={close}>
			<div class="write">
				<LetterForm onClose={close} />
				<Preview />
			</div>
		</Dialog>
	);
}

export function WriteButton() {
	return (
		<button type="button" class="primary" onClick={writeLetter}>
			<Icon name="writing" /> {words.write.open}
		</button>
	);
}
