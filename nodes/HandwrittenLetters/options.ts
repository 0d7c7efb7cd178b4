/** The options every operation has: how long and how hard to try. */
import type { INodeProperties } from 'n8n-workflow';

export const optionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Deadline (Minutes)',
			name: 'deadline',
			type: 'number',
			typeOptions: { minValue: 0.1 },
			default: 10,
			description:
				'How long one request is tried again after rate limits, server errors and broken connections',
		},
		{
			displayName: 'Max Requests in Flight',
			name: 'maxInFlight',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 64,
			description: 'Most requests under way at once; fewer are used while the service is slow',
		},
		{
			displayName: 'Timeout (Seconds)',
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 30,
			description: 'How long to wait for one answer before the request is tried again',
		},
	],
};
