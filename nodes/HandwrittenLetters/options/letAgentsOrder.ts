/** A model can misread a person, so an AI agent orders nothing until a person has allowed it. */
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { fieldHint } from '../../n8n/builderHints';

const AGENTS_LABEL = 'Let AI Agents Order';

export const letAgentsOrder: INodeProperties = {
	displayName: AGENTS_LABEL,
	name: 'letAgentsOrder',
	type: 'boolean',
	// Neither an expression nor a model may switch it on.
	noDataExpression: true,
	default: true,
	displayOptions: { show: { '@tool': [true] } },
	description:
		'Whether this node orders real letters when an AI agent uses it as a tool. Without this option it only checks them for the agent. With it, External ID must be an expression that takes the number from the workflow, not from the agent. In a workflow that an agent calls, the node is not a tool: set Ordering Mode to Never order, only check.',
	builderHint: fieldHint('Leave out unless the user asked for it in words: agents then order real letters.'),
};

/** What an agent is told among the warnings, because it sees the output alone. */
export const AGENT_NOTICE = `Nothing was ordered. This tool only checks letters. A person can allow orders with the option ${AGENTS_LABEL} of this node.`;

/** The switch as it is stored: a value that was evaluated could come from a model. */
export function mayAgentsOrder(context: IExecuteFunctions): boolean {
	const { options } = context.getNode().parameters;
	return (options as IDataObject | undefined)?.letAgentsOrder === true;
}
