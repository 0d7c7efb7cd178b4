/** Every field of a letter, as the API has it. */
import type { ComponentChildren } from 'preact';

import { longTime } from '../api/format';
import type { Letter } from '../api/model';
import { Copyable, Snippet } from '../ui/copy';
import { fillText, words } from '../words/words';
import { findTemplate, styleName } from './handwriting';

type Field = readonly [name: string, value: ComponentChildren];

function recipient({ to }: Letter['request']): ComponentChildren {
	const lines = [to.name, to.address_line1, to.address_line2, `${to.city} – ${to.state}`, to.zip, to.country];
	return lines.filter((line) => line != null && line !== '').map((line) => <span class="line">{line}</span>);
}

function templateText(id: string): string {
	const template = findTemplate(id);
	if (template === undefined) return id;
	return fillText(words.letter.templateText, {
		name: template.name,
		id,
		variables: template.variables.join(', '),
	});
}

function fieldsOf(letter: Letter): readonly Field[] {
	const { request } = letter;
	const fields: readonly (Field | undefined)[] = [
		['id', <Copyable text={letter.id} label="id" />],
		letter.external_id == null
			? undefined
			: ['external_id', <Copyable text={letter.external_id} label="external_id" />],
		['to', recipient(request)],
		request.template === undefined ? undefined : ['template', templateText(request.template)],
		['style', styleName(request.style)],
		letter.batch_id === null ? undefined : ['batch_id', <Copyable text={letter.batch_id} label="batch_id" />],
		letter.tracking_code == null
			? undefined
			: ['tracking_code', <Copyable text={letter.tracking_code} label="tracking_code" />],
		// Not a link: the address is made up, and the console opens nothing outside this machine.
		letter.tracking_url == null
			? undefined
			: ['tracking_url', <Copyable text={letter.tracking_url} label="tracking_url" />],
		request.schedule_at === undefined ? undefined : ['schedule_at', request.schedule_at],
		['estimated_posting_at', longTime(letter.estimated_posting_at ?? letter.created_at)],
		['created_at', longTime(letter.created_at)],
	];
	return fields.filter((field) => field !== undefined);
}

export function LetterFields({ letter }: { letter: Letter }) {
	return (
		<dl class="fields">
			{fieldsOf(letter).map(([name, value]) => (
				<div key={name}>
					<dt>{name}</dt>
					<dd>{value}</dd>
				</div>
			))}
			{letter.metadata !== undefined && (
				<div>
					<dt>metadata</dt>
					<dd>
						<Snippet text={JSON.stringify(letter.metadata, null, 2)} label="metadata" />
					</dd>
				</div>
			)}
		</dl>
	);
}
