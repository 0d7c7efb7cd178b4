/** Asks the service for one of its lists, for the editor or for a check. */
import type { JsonObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import type { Context } from '../shared/account';
import { toNodeApiError } from '../shared/failures/errors';
import { RequestFailure } from '../shared/failures/requestFailure';
import type { SendOptions } from '../shared/serviceClient';
import { ServiceClient } from '../shared/serviceClient';

/** @throws an n8n error that says why there is none. */
export async function readList(context: Context, options: SendOptions, path: string): Promise<unknown> {
	const client = await ServiceClient.create(context, options);
	try {
		return (await client.send({ method: 'GET', path })).body;
	} catch (error) {
		throw error instanceof RequestFailure
			? toNodeApiError(context.getNode(), error, { noun: 'list', orders: false })
			: new NodeApiError(context.getNode(), error as JsonObject);
	}
}
