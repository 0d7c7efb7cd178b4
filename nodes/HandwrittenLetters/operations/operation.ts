/** What every operation of the node says of itself. */
import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { Output } from '../report/outputs';

export interface Operation {
	value: string;
	name: string;
	action: string;
	description: string;
	fields: INodeProperties[];
	output: Output;
	/** One output item per answer, in input order, each paired with its input. */
	execute(context: IExecuteFunctions): Promise<INodeExecutionData[]>;
}
