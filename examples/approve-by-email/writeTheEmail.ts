import type { CodeNode, Item } from '../codeNode';
import { escapeHtml } from '../escapeHtml';
import type { Checked } from './types';

interface Mail {
	all: number;
	fine: number;
	/** As HTML. */
	letters: string;
}

/** @param picture The name of its picture among the attachments. */
function write({ item, name, outcome, problems, warnings, request }: Checked, picture?: string): string {
	const { to, message } = request ?? {};
	const address = to && [to.address_line1, to.address_line2, `${to.zip} ${to.city} ${to.state}`];
	return [
		`<hr><h3>${item} · ${escapeHtml(name)}</h3>`,
		outcome === 'fine' ? '' : `<p>To correct: ${escapeHtml(problems.join('; '))}</p>`,
		warnings.length > 0 ? `<p>Please note: ${escapeHtml(warnings.join('; '))}</p>` : '',
		address ? `<p>${escapeHtml(address.filter(Boolean).join(', '))}</p>` : '',
		address ? `<pre style="white-space: pre-wrap">${escapeHtml(message)}</pre>` : '',
		picture ? `<img width="380" alt="A drawing of this letter" src="cid:${picture}">` : '',
	].join('');
}

export function writeTheEmail({ $input }: CodeNode<{ letters: Checked[] }, object>): Array<Item<Mail>> {
	const { json, binary = {} } = $input.first();
	const fine = json.letters.filter(({ outcome }) => outcome === 'fine');
	// Only letters that are fine have a picture, and only the first of these.
	const pictures = Object.keys(binary);
	const letters = json.letters.map((letter) => write(letter, pictures[fine.indexOf(letter)])).join('');
	return [{ json: { all: json.letters.length, fine: fine.length, letters }, binary }];
}
