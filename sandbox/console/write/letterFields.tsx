/** The fields of a letter, each with its name in the API and what the service says of it. */
import type { ComponentChildren } from 'preact';

import { STYLES } from '../../src/cards/catalog';
import { templates } from '../letter/handwriting';
import { words } from '../words/words';
import type { Field, Problems } from './draft';
import { draft, FIELDS } from './draft';

interface Props {
	readonly field: Field;
	readonly label: string;
	readonly problems: Problems;
	readonly placeholder?: string;
	/** The ids and names of a list to choose from. */
	readonly choices?: readonly { readonly id: string; readonly name: string }[];
	readonly rows?: number;
}

function Control({ field, problems, placeholder, choices, rows }: Props) {
	const props = {
		id: field,
		name: field,
		value: draft.value[field],
		'aria-invalid': problems.byField[field] !== undefined,
		'aria-describedby': `${field}-problem`,
		onInput: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => {
			draft.value = { ...draft.value, [field]: value };
		},
	};
	if (rows !== undefined) return <textarea {...props} rows={rows} />;
	if (choices === undefined) {
		return <input {...props} autofocus={field === FIELDS[0]} autocomplete="off" placeholder={placeholder} />;
	}
	return (
		<select {...props}>
			<option value="">{words.write.none}</option>
			{choices.map(({ id, name }) => (
				<option key={id} value={id}>
					{name} ({id})
				</option>
			))}
		</select>
	);
}

function Labelled(props: Props) {
	const { field, label, problems } = props;
	return (
		<div class={`field field-${field.replace('.', '-')}`}>
			<label for={field}>
				{label} <code>{field}</code>
			</label>
			<Control {...props} />
			{/* The service speaks English. */}
			<small id={`${field}-problem`} class="problem" lang="en">
				{problems.byField[field]}
			</small>
		</div>
	);
}

function Group({ title, children }: { title: string; children: ComponentChildren }) {
	return (
		<fieldset class="write-group">
			<legend>{title}</legend>
			{children}
		</fieldset>
	);
}

export function LetterFields({ problems }: { problems: Problems }) {
	const { write } = words;
	const also = (['external_id', 'schedule_at', 'template'] as const).some(
		(field) => draft.value[field] !== '' || problems.byField[field] !== undefined,
	);
	return (
		<>
			<Group title={write.to}>
				<Labelled field="to.name" label={write.name} problems={problems} />
				<Labelled field="to.address_line1" label={write.address} problems={problems} />
				<Labelled field="to.address_line2" label={write.complement} problems={problems} />
				<Labelled field="to.city" label={write.city} problems={problems} />
				<Labelled field="to.state" label={write.state} problems={problems} placeholder="SP" />
				<Labelled field="to.zip" label={write.zip} problems={problems} placeholder="01310-100" />
				<Labelled field="to.country" label={write.country} problems={problems} placeholder="BR" />
			</Group>
			<Group title={write.letter}>
				<Labelled field="message" label={write.message} problems={problems} rows={6} />
				<Labelled field="style" label={write.style} problems={problems} choices={STYLES} />
			</Group>
			<details class="further" open={also}>
				<summary>{write.more}</summary>
				<Group title={write.more}>
					<Labelled field="template" label={write.template} problems={problems} choices={templates} />
					<Labelled field="external_id" label={write.externalId} problems={problems} />
					<Labelled
						field="schedule_at"
						label={write.schedule}
						problems={problems}
						placeholder="2026-12-01T09:00:00-03:00"
					/>
				</Group>
			</details>
		</>
	);
}
