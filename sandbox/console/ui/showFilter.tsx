/** Buttons that narrow a list down; the choice is part of the view's address. */
import { route, setQuery } from '../route';
import { words } from '../words/words';

const PARAMETER = 'show';

type Filters = readonly (readonly [name: string, label: string])[];

/** Empty: everything, as for a name that somebody typed into the address. */
export function chosenFilter(filters: Filters): string {
	const asked = route.value.query.get(PARAMETER);
	return filters.find(([name]) => name === asked)?.[0] ?? '';
}

export function ShowFilter({ filters }: { filters: Filters }) {
	const chosen = chosenFilter(filters);
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
