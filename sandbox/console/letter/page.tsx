/** The handwritten page of a letter. Its text is only ever text: the letter may say anything. */
import { useState } from 'preact/hooks';

import { count } from '../api/format';
import type { Letter } from '../api/model';
import { fillText, words } from '../words/words';
import { findTemplate, handOf, sizeOf } from './handwriting';

/** A small picture needs no more of a long letter than this. */
const PICTURE_LENGTH = 320;
/** What stands below a letter must not be many screens away. */
const BEGINNING_LENGTH = 1500;

function TemplateNote({ id }: { id: string }) {
	const template = findTemplate(id);
	return (
		<div class="page-template">
			<span class="page-template-kind">{words.letter.template}</span>
			<span class="page-template-name">{template?.name ?? id}</span>
			{template !== undefined && (
				<ul aria-label={words.letter.variables}>
					{template.variables.map((name) => (
						<li key={name}>{name}</li>
					))}
				</ul>
			)}
		</div>
	);
}

interface Props {
	readonly letter: Pick<Letter, 'request' | 'status'>;
	readonly isPicture?: boolean;
}

export function Page({ letter, isPicture = false }: Props) {
	const { message, template, style } = letter.request;
	const [isWhole, setWhole] = useState(false);
	const most = isPicture ? PICTURE_LENGTH : isWhole ? Infinity : BEGINNING_LENGTH;
	const text = message?.slice(0, most);
	const isCut = !isPicture && text !== message;
	const classes = ['page', `hand-${handOf(style)}`, `ink-${letter.status}`];
	if (message !== undefined) classes.push(`size-${sizeOf(message)}`);
	if (isPicture) classes.push('page-picture');
	return (
		<div class={classes.join(' ')}>
			{template !== undefined && <TemplateNote id={template} />}
			{text !== undefined && <p class="ink">{text}</p>}
			{isCut && (
				<button type="button" class="page-more" onClick={() => setWhole(true)}>
					{fillText(words.letter.whole, { number: count(message?.length ?? 0) })}
				</button>
			)}
		</div>
	);
}
