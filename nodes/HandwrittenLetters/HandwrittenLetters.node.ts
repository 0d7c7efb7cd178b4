import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes, NodeOperationError } from 'n8n-workflow';

import { CREDENTIAL } from '../shared/account';
import { listSearch } from './listSearch';
import { findOperation, properties, subtitle } from './operations';

export class HandwrittenLetters implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Handwritten Letters',
		name: 'handwrittenLetters',
		icon: {
			light: 'file:../../icons/handwrittenLetters.svg',
			dark: 'file:../../icons/handwrittenLetters.dark.svg',
		},
		group: ['output'],
		version: 1,
		subtitle,
		description: 'Send real handwritten letters by post, each exactly once, and follow them',
		defaults: { name: 'Handwritten Letters' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: CREDENTIAL, required: true }],
		properties,
	};

	methods = { listSearch };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const resource = this.getNodeParameter('resource', 0);
		const name = this.getNodeParameter('operation', 0);
		const operation = findOperation(resource, name);
		if (!operation) {
			throw new NodeOperationError(
				this.getNode(),
				`There is no operation "${name}" for the resource "${resource}". Nothing was sent.`,
			);
		}
		return [await operation.execute(this)];
	}
}
