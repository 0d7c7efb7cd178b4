/** Where in the console one is: kept behind the `#`, so that every view has an address. */
import { signal } from '@preact/signals';

export const VIEWS = ['letters', 'deliveries', 'requests', 'faults', 'settings'] as const;
export type View = (typeof VIEWS)[number];

const SEARCH = 'search';

export interface Route {
	readonly view: View;
	/** The opened letter, delivery or call. */
	readonly id: string | undefined;
	readonly query: URLSearchParams;
}

/** Whatever someone typed into the address bar is an id that does not exist, not an error. */
function decode(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

function parseRoute(hash: string): Route {
	const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
	const [view, id] = path.split('/');
	return {
		view: VIEWS.find((known) => known === view) ?? 'letters',
		id: id === undefined || id === '' ? undefined : decode(id),
		query: new URLSearchParams(query),
	};
}

export const route = signal<Route>(parseRoute(location.hash));

addEventListener('hashchange', () => {
	route.value = parseRoute(location.hash);
});

/** What is looked for; an id in the address of a list is, too. */
export function searchedText(): string {
	return route.value.query.get(SEARCH) ?? route.value.id ?? '';
}

export function search(text: string): void {
	setQuery(SEARCH, text);
}

export function hrefTo(view: View, id?: string): string {
	return id === undefined ? `#/${view}` : `#/${view}/${encodeURIComponent(id)}`;
}

export function go(href: string): void {
	location.hash = href;
}

/**
 * Changes a filter of the view in place: typing in the search field leaves no trail of pages. What is
 * searched for takes the place of an id.
 */
export function setQuery(name: string, value: string): void {
	const { view, id, query } = route.value;
	const path = hrefTo(view, name === SEARCH ? undefined : id);
	const next = new URLSearchParams(query);
	if (value === '') next.delete(name);
	else next.set(name, value);
	const text = next.toString();
	history.replaceState(null, '', text === '' ? path : `${path}?${text}`);
	route.value = parseRoute(location.hash);
}
