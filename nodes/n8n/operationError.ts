import type { INode } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

/** An error of the node whose words stay: n8n replaces a message that holds a code such as EPERM, also in an External ID. */
export function toOperationError(
	node: INode,
	message: string,
	description?: string,
	cause?: unknown,
): NodeOperationError {
	const error = new NodeOperationError(node, new Error(message, { cause }), { description });
	error.message = message;
	return error;
}
