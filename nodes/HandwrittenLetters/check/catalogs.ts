/** The account's templates and styles, as far as letters ask for them: two free requests. */
import type { CardCreateRequest, Template } from '../../shared/contract';
import type { Catalogs } from '../run/catalog';

/** Reads the lists of the service. */
export type ReadLists = <Name extends keyof Catalogs>(name: Name) => Promise<Catalogs[Name]>;

/** What the account has, or why that is not known. */
type Known<T> = { entries: Map<string, T> } | { unknown: string };

export interface KnownCatalogs {
	templates?: Known<Template>;
	styles?: Known<unknown>;
}

export async function readCatalogs(
	letters: CardCreateRequest[],
	readList: ReadLists,
): Promise<KnownCatalogs> {
	const [templates, styles] = await Promise.all([
		letters.some(({ template }) => template !== undefined) ? know(readList('templates')) : undefined,
		letters.some(({ style }) => style !== undefined) ? know(readList('styles')) : undefined,
	]);
	return { templates, styles };
}

/** A list that cannot be read is no reason to call a letter wrong. */
async function know<T extends { id: string }>(list: Promise<T[]>): Promise<Known<T>> {
	try {
		return { entries: new Map((await list).map((entry) => [entry.id, entry])) };
	} catch (error) {
		return { unknown: (error as Error).message };
	}
}
