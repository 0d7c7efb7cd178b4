/** Reads the account's lists: for the editor, for a check, and as they are. */
import type { JsonObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import type { Style, Template } from '../../contract/contract';
import { stylesResponseSchema, templatesResponseSchema } from '../../contract/contract';
import type { Account, Context } from '../../n8n/account';
import { readAccount } from '../../n8n/account';
import { toOperationError } from '../../n8n/operationError';
import { Refusal } from '../../words/refusal';
import { toNodeError } from '../report/failures';
import type { Failure } from './attempt/failure';
import { isAnswered } from './result';
import type { SendOptions } from './serviceClient';
import { ServiceClient } from './serviceClient';

/** What stands in each list, by its name in path and body (spec, Endpoints: GET /templates, GET /styles). */
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

/** @throws an n8n error that says why there is none. */
export async function readCatalog<Name extends keyof Catalogs>(
	context: Context,
	options: SendOptions,
	name: Name,
): Promise<Catalogs[Name]> {
	const list = await askForList(context, await accountOf(context), options, name);
	if ('entries' in list) return list.entries;
	throw list.error;
}

/** What n8n shows where there is no list; without a failure, the answer is none. */
interface NoList {
	error: Error;
	failure?: Failure;
}

export async function askForList<Name extends keyof Catalogs>(
	context: Context,
	account: Account,
	options: SendOptions,
	name: Name,
): Promise<{ entries: Catalogs[Name] } | NoList> {
	const node = context.getNode();
	const client = ServiceClient.create(context, account, options);
	const result = await client.send({ purpose: 'read', path: `/${name}` });
	if (!isAnswered(result)) {
		return { error: toNodeError(node, result, { noun: 'list' }), failure: result.failure };
	}
	const entries = entriesOf(name, result.body);
	if (entries !== undefined) return { entries };
	const message = `The answer at /${name} is not the list that the service returns`;
	const advice =
		'Check that the base URL in the credential ends in the version, for example /v1, and that no other server answers in its place.';
	return { error: toOperationError(node, message, advice) };
}

async function accountOf(context: Context): Promise<Account> {
	try {
		return await readAccount(context);
	} catch (error) {
		const node = context.getNode();
		throw error instanceof Refusal
			? toOperationError(node, error.message, error.advice)
			: new NodeApiError(node, error as JsonObject);
	}
}
