/** A run of which nothing may be sent, whatever its rows say. */
import type { INode } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { NOTHING_SENT } from './problems';

export interface Refusal {
	/** Without a full stop. */
	message: string;
	description: string;
}

export function toRefusalError(node: INode, { message, description }: Refusal): NodeOperationError {
	return new NodeOperationError(node, `${message}. ${NOTHING_SENT.said}`, { description });
}
