/** The account's templates and styles, as far as letters ask for them: two free requests. */
import type { ZodType } from 'zod/v4';

import type { CardCreateRequest, Template } from '../../shared/contract';
import { stylesResponseSchema, templatesResponseSchema } from '../../shared/contract';

/** Reads one list of the service. */
export type ReadList = (path: '/templates' | '/styles') => Promise<unknown>;

/** What the account has, or why that is not known. */
type Known<T> = { entries: Map<string, T> } | { unknown: string };

export interface Catalogs {
	templates?: Known<Template>;
	styles?: Known<unknown>;
}

export async function readCatalogs(letters: CardCreateRequest[], readList: ReadList): Promise<Catalogs> {
	const [templates, styles] = await Promise.all([
		letters.some(({ template }) => template !== undefined)
			? read(async () => parse(await readList('/templates'), templatesResponseSchema).templates)
			: undefined,
		letters.some(({ style }) => style !== undefined)
			? read(async () => parse(await readList('/styles'), stylesResponseSchema).styles)
			: undefined,
	]);
	return { templates, styles };
}

/** A list that cannot be read is no reason to call a letter wrong. */
async function read<T extends { id: string }>(list: () => Promise<T[]>): Promise<Known<T>> {
	try {
		return { entries: new Map((await list()).map((entry) => [entry.id, entry])) };
	} catch (error) {
		return { unknown: (error as Error).message };
	}
}

function parse<T>(body: unknown, schema: ZodType<T>): T {
	const list = schema.safeParse(body);
	if (list.success) return list.data;
	throw new Error('the answer is not the list that the service returns');
}
