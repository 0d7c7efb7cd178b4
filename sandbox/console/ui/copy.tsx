/** A value with a button that copies it. */
import { useEffect, useState } from 'preact/hooks';

import { fillText, words } from '../words/words';
import { Icon } from './icon';
import { say } from './toast';

const CONFIRMED_MS = 1500;

/** Works without a secure context too: a sandbox on another host of the network has none. */
export async function copyText(text: string): Promise<void> {
	if (isSecureContext) {
		await navigator.clipboard.writeText(text);
		return;
	}
	const field = document.createElement('textarea');
	field.value = text;
	document.body.append(field);
	field.select();
	// eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way on plain HTTP
	document.execCommand('copy');
	field.remove();
}

function useCopy(text: string): { readonly isCopied: boolean; readonly copy: () => void } {
	const [isCopied, setCopied] = useState(false);
	useEffect(() => {
		if (!isCopied) return undefined;
		const timer = setTimeout(() => setCopied(false), CONFIRMED_MS);
		return () => clearTimeout(timer);
	}, [isCopied]);

	function copy(): void {
		copyText(text).then(
			() => setCopied(true),
			() => say(words.ui.notCopied, true),
		);
	}
	return { isCopied, copy };
}

function Sign({ isCopied }: { isCopied: boolean }) {
	return (
		<>
			<Icon name={isCopied ? 'check' : 'copy'} />
			<span class="sr-only" aria-live="polite">
				{isCopied ? words.ui.copied : ''}
			</span>
		</>
	);
}

export function CopyButton({ text, label }: { text: string; label: string }) {
	const { isCopied, copy } = useCopy(text);
	const name = fillText(words.ui.copy, { label });
	return (
		<button type="button" class="copy" aria-label={name} title={name} onClick={copy}>
			<Sign isCopied={isCopied} />
		</button>
	);
}

/** A button that says what it copies. */
export function CopyText({ text, label }: { text: string; label: string }) {
	const { isCopied, copy } = useCopy(text);
	return (
		<button type="button" class="copy-text" onClick={copy}>
			{label} <Sign isCopied={isCopied} />
		</button>
	);
}

export function Copyable({ text, label }: { text: string; label: string }) {
	return (
		<span class="copyable">
			<code>{text}</code>
			<CopyButton text={text} label={label} />
		</span>
	);
}

/** Several lines to copy as a whole. */
export function Snippet({ text, label }: { text: string; label: string }) {
	return (
		<div class="snippet">
			<pre tabIndex={0} aria-label={label}>
				{text}
			</pre>
			<CopyButton text={text} label={label} />
		</div>
	);
}
