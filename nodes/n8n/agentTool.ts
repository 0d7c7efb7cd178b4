/** The node as a tool of an AI agent. */
import type { IExecuteFunctions, INode } from 'n8n-workflow';

/** n8n gives a node that an agent uses the name of its tool variant (read in 1.123 and 2.40). */
export const isToolNode = ({ type }: INode): boolean => type.endsWith('Tool');

export const isAgentTool = (context: IExecuteFunctions): boolean => isToolNode(context.getNode());
