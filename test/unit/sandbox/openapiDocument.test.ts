import type { OpenAPIV3_1 } from 'openapi-types';

import { serviceDocument } from '../../../sandbox/src/openapi/service';

it('asks for the Idempotency-Key of a POST beside the parameters of its path', () => {
	const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
	const post = { operationId: 'createBatch', parameters: [id], responses: {} };
	const generated = { openapi: '3.1.0', info: {}, paths: { '/batches/{id}': { post } } };
	const dressed = serviceDocument.transformObject({ openapiObject: generated } as never);
	expect((dressed as OpenAPIV3_1.Document).paths?.['/batches/{id}']?.post?.parameters).toEqual([
		id,
		{ $ref: '#/components/parameters/IdempotencyKey' },
	]);
});
