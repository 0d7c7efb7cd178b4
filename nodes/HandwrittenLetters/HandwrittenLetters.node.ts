import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { listSearch } from './operations/listSearch';
import { builderHint, executeOperation, properties, subtitle } from './operations/operations';
import { testCredential } from './operations/testCredential';

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
		description: 'Send real handwritten letters by post, and follow them',
		defaults: { name: 'Handwritten Letters' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: {
			replacements: {
				description:
					'Check handwritten letters for an AI agent, and look letters up. It orders real letters only where a person has switched on Let AI Agents Order.',
			},
		},
		builderHint,
		// In words: n8n's linter looks for this name to know who tests the credential.
		credentials: [{ name: 'handwrittenLettersApi', required: true, testedBy: 'testCredential' }],
		properties,
	};

	methods = { listSearch, credentialTest: { testCredential } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await executeOperation(this)];
	}
}
