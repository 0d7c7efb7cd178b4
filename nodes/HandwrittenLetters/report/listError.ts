/** What n8n shows where the account has given no list of templates or styles. */
import type { INode } from 'n8n-workflow';

import type { Catalogs } from '../service/catalog';
import type { Unanswered } from '../service/result';
import { toNodeError } from './failures';
import { toOperationError } from './operationError';

export function toListError(node: INode, name: keyof Catalogs, unanswered?: Unanswered): Error {
	if (unanswered !== undefined) return toNodeError(node, unanswered);
	return toOperationError(
		node,
		`The answer at /${name} is not the list that the service returns`,
		'Check that the base URL in the credential ends in the version, for example /v1, and that no other server answers in its place.',
	);
}
