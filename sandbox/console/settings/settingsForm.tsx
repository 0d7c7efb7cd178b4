/** The frame of a settings form: a heading, the fields, one button, and what belongs to it below. */
import type { ComponentChildren } from 'preact';

interface Props {
	readonly id: string;
	readonly title: string;
	readonly action: string;
	readonly onSave: (fields: FormData) => void;
	readonly children: ComponentChildren;
	readonly after?: ComponentChildren;
}

export function SettingsForm({ id, title, action, onSave, children, after }: Props) {
	return (
		<section class="card" aria-labelledby={id}>
			<h2 id={id}>{title}</h2>
			<form
				onSubmit={(event) => {
					event.preventDefault();
					onSave(new FormData(event.currentTarget));
				}}
			>
				{children}
				<button type="submit">{action}</button>
			</form>
			{after}
		</section>
	);
}

export function textIn(fields: FormData, name: string): string {
	const value = fields.get(name);
	return typeof value === 'string' ? value.trim() : '';
}
