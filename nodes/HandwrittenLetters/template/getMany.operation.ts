/** Template > Get Many (spec, Endpoints: GET /templates). */
import { templatesResponseSchema } from '../../shared/contract';
import { catalogFields, readCatalog } from '../operations/catalog.getMany';
import type { Operation } from '../operations/operation';

export const getTemplates: Operation = {
	value: 'getMany',
	name: 'Get Many',
	action: 'Get many templates',
	description: 'List the templates approved for the account, with the variables each one uses',
	fields: catalogFields,
	execute: async (context) =>
		await readCatalog(context, 'templates', (body) => templatesResponseSchema.safeParse(body).success),
};
