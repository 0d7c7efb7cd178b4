/** The account's lists of templates and styles (spec, Endpoints: GET /templates, GET /styles). */
import type { Style, Template } from '../../contract/contract';
import { stylesResponseSchema, templatesResponseSchema } from '../../contract/contract';
import type { Request } from './request';
import type { Unanswered } from './result';
import { isAnswered } from './result';
import type { ServiceClient } from './serviceClient';

/** What stands in each list, by its name in path and body. */
export interface Catalogs {
	templates: Template[];
	styles: Style[];
}

const SCHEMAS = { templates: templatesResponseSchema, styles: stylesResponseSchema };

export const listRequest = (name: keyof Catalogs, noun = 'list', itemIndexes: number[] = []): Request => ({
	effect: 'none',
	method: 'GET',
	path: `/${name}`,
	answer: SCHEMAS[name],
	noun,
	itemIndexes,
	letters: [],
});

/** Undefined where the body is not that list. */
export function entriesOf<Name extends keyof Catalogs>(
	name: Name,
	body: unknown,
): Catalogs[Name] | undefined {
	const list: Partial<Catalogs> | undefined = SCHEMAS[name].safeParse(body).data;
	return list?.[name];
}

/** Where there is no list: no good answer, or one that holds none. */
export async function readList<Name extends keyof Catalogs>(
	name: Name,
	client: ServiceClient,
): Promise<{ entries: Catalogs[Name] } | { unanswered?: Unanswered }> {
	const result = await client.send(listRequest(name));
	if (!isAnswered(result)) return { unanswered: result };
	const entries = entriesOf(name, result.body);
	return entries === undefined ? {} : { entries };
}
