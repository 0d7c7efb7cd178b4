/** Reads the account's lists: for the editor, for a check, and as they are. */
import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import type { Style, Template } from '../../contract/contract';
import { stylesResponseSchema, templatesResponseSchema } from '../../contract/contract';
import type { Account, Context } from '../../n8n/account';
import { readAccount } from '../../n8n/account';
import { toOperationError } from '../../n8n/operationError';
import { Refusal } from '../../n8n/refusal';
import { toNodeApiError } from '../tell/failures';
import { RequestFailure } from './attempt/requestFailure';
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
	try {
		return await askForList(context, await readAccount(context), options, name);
	} catch (error) {
		throw toListError(context.getNode(), error);
	}
}

/** @throws RequestFailure where there is no good answer, and Refusal where it is no list */
export async function askForList<Name extends keyof Catalogs>(
	context: Context,
	account: Account,
	options: SendOptions,
	name: Name,
): Promise<Catalogs[Name]> {
	const client = ServiceClient.create(context, account, options);
	const { body } = await client.send({ method: 'GET', path: `/${name}` });
	const entries = entriesOf(name, body);
	if (entries !== undefined) return entries;
	throw new Refusal(
		`The answer at /${name} is not the list that the service returns`,
		'Check that the base URL in the credential ends in the version, for example /v1, and that no other server answers in its place.',
	);
}

/** What n8n shows of it. */
export function toListError(node: INode, error: unknown): Error {
	if (error instanceof RequestFailure) return toNodeApiError(node, error, { noun: 'list', orders: false });
	if (error instanceof Refusal) return toOperationError(node, error.message, error.advice);
	return new NodeApiError(node, error as JsonObject);
}
