/** What a check asks of the service: whether it can be used at all, and the lists that letters need. */
import type { IExecuteFunctions, INode } from 'n8n-workflow';

import type { CardCreateRequest, Template } from '../../contract/contract';
import type { Fault } from '../../words/refusal';
import { labels } from '../letter/letterFields';
import type { Found } from '../letter/letters';
import { toListError } from '../report/listError';
import type { Catalogs } from '../service/catalog';
import { readList } from '../service/catalog';
import { BROKE } from '../service/connectionErrors';
import type { Failure } from '../service/result';
import type { SendOptions } from '../service/serviceClient';
import { ServiceClient } from '../service/serviceClient';

/** A person waits for a check, so it gives up on the service's lists sooner than an order would. */
const MOST_MS_FOR_LISTS = 15_000;

/** What the account has, or why that is not known. */
interface Known<T> {
	entries?: Map<string, T>;
	unknown?: string;
	stopsOrders?: boolean;
}

export interface KnownCatalogs {
	templates?: Known<Template>;
	styles?: Known<unknown>;
}

/** One request, or one for each list where letters need both. */
export async function readCatalogs(
	context: IExecuteFunctions,
	{ account, requests }: Found,
	options: SendOptions,
): Promise<KnownCatalogs> {
	const cards = requests.flatMap(({ letters }) => letters.map(({ card }) => card));
	const needTemplates = cards.some(({ template }) => template !== undefined);
	const needStyles = !needTemplates || cards.some(({ style }) => style !== undefined);
	const deadlineMs = Math.min(options.deadlineMs, MOST_MS_FOR_LISTS);
	const timeoutMs = Math.min(options.timeoutMs, deadlineMs);
	const client = ServiceClient.create(context, account, { ...options, deadlineMs, timeoutMs });
	const node = context.getNode();
	const [templates, styles] = await Promise.all([
		needTemplates ? know('templates', client, node) : undefined,
		needStyles ? know('styles', client, node) : undefined,
	]);
	return { templates, styles };
}

async function know<Name extends keyof Catalogs>(
	name: Name,
	client: ServiceClient,
	node: INode,
): Promise<Known<Catalogs[Name][number]>> {
	const list = await readList(name, client);
	if ('entries' in list) return { entries: new Map(list.entries.map((entry) => [entry.id, entry])) };
	const { message: unknown } = toListError(node, name, list.unanswered);
	const failure = list.unanswered?.failure;
	return { unknown, stopsOrders: failure === undefined || stopsOrders(failure) };
}

/** A rate limit and a fault of the service pass. A refusal, or no answer at all, meets an order too. */
function stopsOrders({ status, heldBack, stopped, connection }: Failure): boolean {
	if (stopped || heldBack === 'paused') return false;
	if (status === undefined) return connection !== BROKE;
	return status < 500 && ![408, 425, 429].includes(status);
}

/** Why no letter can be ordered, whatever is in it; for two lists mostly the same. */
export const problemsOfRun = (catalogs: KnownCatalogs): string[] => textsOf(catalogs, true);

/** What could not be asked now, and may be asked later. */
export const openQuestions = (catalogs: KnownCatalogs): string[] => textsOf(catalogs, false);

function textsOf({ templates, styles }: KnownCatalogs, stopping: boolean): string[] {
	const known = [templates, styles].filter((one) => one?.stopsOrders === stopping);
	return [...new Set(known.flatMap((one) => one?.unknown ?? []))];
}

export function hasAnswered({ templates, styles }: KnownCatalogs): boolean {
	return [templates, styles].some((known) => known?.entries !== undefined);
}

/** The fields that name an entry of a list. */
const LISTED = ['template', 'style'] as const;

export function unknownEntries(card: CardCreateRequest, catalogs: KnownCatalogs): Fault[] {
	return LISTED.flatMap((field) => {
		const id = card[field];
		const isMissing = id !== undefined && catalogs[`${field}s`]?.entries?.has(id) === false;
		return isMissing ? [{ field: labels[field], text: '… does not exist in this account', found: id }] : [];
	});
}

/** A list that could not be read for now leaves its question open. */
export function catalogWarnings(card: CardCreateRequest, catalogs: KnownCatalogs): string[] {
	const open = LISTED.flatMap((field) => {
		const { unknown = '', stopsOrders } = (card[field] !== undefined && catalogs[`${field}s`]) || {};
		return stopsOrders === false ? [`${labels[field]} could not be checked: ${unknown}`] : [];
	});
	const { template = '' } = card;
	const { variables = [] } = catalogs.templates?.entries?.get(template) ?? {};
	if (variables.length === 0) return open;
	return [`Template ${template} has variables that the API cannot fill in: ${variables.join(', ')}`, ...open];
}
