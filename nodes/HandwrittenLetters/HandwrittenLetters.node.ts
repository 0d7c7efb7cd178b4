import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { isAgentTool } from '../n8n/agentTool';
import { nodeHint } from '../n8n/builderHints';
import { listSearch } from './operations/listSearch';
import { executeOperation, outputShapes, properties, subtitle } from './operations/operations';
import { readSoFar } from './operations/soFar';
import { testCredential } from './operations/testCredential';
import { toAgentError, toRefusedItems, toShownError } from './report/refusedRun';

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
		builderHint: nodeHint(
			'Letter > Create orders one physical letter per input item, which costs money and cannot be taken back. It sends many items at once, waits out rate limits and retries by itself: add no loop, no Wait and no Retry On Fail around it. If the items have a stable ID of the order, set externalId to it, so that no later run orders a second letter. Every item has outcome: test that, never id. To act when a letter is delivered or returned, use Handwritten Letters Trigger instead of asking for its status.',
			outputShapes,
		),
		// In words: n8n's linter looks for this name to know who tests the credential.
		credentials: [{ name: 'handwrittenLettersApi', required: true, testedBy: 'testCredential' }],
		properties,
	};

	methods = { listSearch, credentialTest: { testCredential } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		try {
			return [await executeOperation(this)];
		} catch (error) {
			const soFar = readSoFar(this);
			if (this.continueOnFail()) return [toRefusedItems(this, error, soFar)];
			throw isAgentTool(this) ? toAgentError(this, error) : toShownError(this, error, soFar);
		}
	}
}
