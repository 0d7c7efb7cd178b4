/** An error of the node whose words stay. */
import type { INode } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { escapeHidden } from '../../contract/visibleText';

/** An error of the node whose words stay: n8n replaces a message that holds a code such as EPERM, and logs every message. */
export function toOperationError(node: INode, message: string, description?: string): NodeOperationError {
	const shown = escapeHidden(message);
	const error = new NodeOperationError(node, new Error(shown), { description });
	error.message = shown;
	return error;
}
