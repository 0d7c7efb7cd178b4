/** Buttons that narrow a list down; the choice is part of the view's address. */
import { route, setQuery } from '../route';
import { words } from '../words/words';

const PARAMETER = 'show';

/** Empty: everything. */
export function chosenFilter(): string {
	return route.value.query.get(PARAMETER) ?? '';
}

export function ShowFilter({ filters }: { filters: readonly (readonly [name: string, label: string])[] }) {
	const chosen = chosenFilter();
	return (
		<div class="filter" role="group" aria-label={words.ui.show}>
			{filters.map(([name, label]) => (
				<button
					key={name}
					type="button"
					aria-pressed={chosen === name}
					onClick={() => setQuery(PARAMETER, name)}
				>
					{label}
				</button>
			))}
		</div>
	);
}
