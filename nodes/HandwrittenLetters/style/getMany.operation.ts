/** Style > Get Many (spec, Endpoints: GET /styles). */
import { stylesResponseSchema } from '../../shared/contract';
import { catalogFields, readCatalog } from '../operations/catalog.getMany';
import type { Operation } from '../operations/operation';

export const getStyles: Operation = {
	value: 'getMany',
	name: 'Get Many',
	action: 'Get many styles',
	description: 'List the handwriting styles enabled for the account',
	fields: catalogFields,
	execute: async (context) =>
		await readCatalog(context, 'styles', (body) => stylesResponseSchema.safeParse(body).success),
};
