/** Reads the account's lists: for the editor, for a check, and as they are. */
import type { JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Context } from '../../shared/account';
import { readAccount } from '../../shared/account';
import type { Style, Template } from '../../shared/contract';
import { stylesResponseSchema, templatesResponseSchema } from '../../shared/contract';
import { toNodeApiError } from '../../shared/failures/errors';
import { Refusal } from '../../shared/failures/refusal';
import { RequestFailure } from '../../shared/failures/requestFailure';
import type { SendOptions } from '../../shared/serviceClient';
import { ServiceClient } from '../../shared/serviceClient';

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
	const node = context.getNode();
	const body = await read(context, options, `/${name}`);
	const entries = entriesOf(name, body);
	if (entries !== undefined) return entries;
	throw new NodeOperationError(node, `The answer at /${name} is not the list that the service returns`, {
		description:
			'Check that the base URL in the credential ends in the version, for example /v1, and that no other server answers in its place.',
	});
}

async function read(context: Context, options: SendOptions, path: string): Promise<unknown> {
	const node = context.getNode();
	try {
		const client = ServiceClient.create(context, await readAccount(context), options);
		return (await client.send({ method: 'GET', path })).body;
	} catch (error) {
		if (error instanceof RequestFailure) throw toNodeApiError(node, error, { noun: 'list', orders: false });
		if (error instanceof Refusal) {
			throw new NodeOperationError(node, error.message, { description: error.advice });
		}
		throw new NodeApiError(node, error as JsonObject);
	}
}
