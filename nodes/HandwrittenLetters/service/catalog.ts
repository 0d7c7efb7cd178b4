/** The account's lists of templates and styles (spec, Endpoints: GET /templates, GET /styles). */
import type { Style, Template } from '../../contract/contract';
import { stylesResponseSchema, templatesResponseSchema } from '../../contract/contract';
import type { Account, Context } from '../../n8n/account';
import type { Unanswered } from './result';
import { isAnswered } from './result';
import type { SendOptions } from './serviceClient';
import { ServiceClient } from './serviceClient';

/** What stands in each list, by its name in path and body. */
export interface Catalogs {
	templates: Template[];
	styles: Style[];
}

const readers: { [Name in keyof Catalogs]: (body: unknown) => Catalogs[Name] | undefined } = {
	templates: (body) => templatesResponseSchema.safeParse(body).data?.templates,
	styles: (body) => stylesResponseSchema.safeParse(body).data?.styles,
};

/** Undefined where the body is not that list. */
export function entriesOf<Name extends keyof Catalogs>(
	name: Name,
	body: unknown,
): Catalogs[Name] | undefined {
	return readers[name](body);
}

/** Why there is no list: no good answer, or one that holds none. */
export type NoList = { unanswered: Unanswered } | { unanswered?: undefined };

export async function readList<Name extends keyof Catalogs>(
	context: Context,
	account: Account,
	options: SendOptions,
	name: Name,
): Promise<{ entries: Catalogs[Name] } | NoList> {
	const client = ServiceClient.create(context, account, options);
	const result = await client.send({ effect: 'none', method: 'GET', path: `/${name}` });
	if (!isAnswered(result)) return { unanswered: result };
	const entries = entriesOf(name, result.body);
	return entries === undefined ? {} : { entries };
}
