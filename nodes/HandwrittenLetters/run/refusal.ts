/** A run of which nothing may be sent, whatever its rows say. */
import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Problem } from '../../shared/problems';

export interface Refusal {
	/** Without a full stop. */
	message: string;
	description: string;
}

/**
 * With On Error → Continue every row comes back as an error item.
 * @throws NodeOperationError without it.
 */
export function refuseRun(context: IExecuteFunctions, { message, description }: Refusal): Problem[] {
	if (!context.continueOnFail()) {
		throw new NodeOperationError(context.getNode(), `${message}. Nothing was sent.`, { description });
	}
	return context.getInputData().map((_item, itemIndex) => ({ itemIndex, text: message }));
}
