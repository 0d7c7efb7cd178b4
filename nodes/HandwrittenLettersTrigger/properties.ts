/** The trigger's fields as its user sees them. */
import type { INodeProperties } from 'n8n-workflow';

export const properties: INodeProperties[] = [
	{
		displayName:
			'Give the production URL above to the operator of the letter service: its interface has no call to register it. The URL must be reachable from the internet.',
		name: 'registrationNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		required: true,
		options: [
			{ name: 'All', value: '*', description: 'Every event below' },
			{
				name: 'Card Created',
				value: 'card.created',
				description: 'The letter was received and is in the queue',
			},
			{
				name: 'Card Delivered',
				value: 'card.delivered',
				description: 'The delivery was confirmed',
			},
			{
				name: 'Card Returned',
				value: 'card.returned',
				description: 'The letter came back: address problem or recipient absent',
			},
			{
				name: 'Card Shipped',
				value: 'card.shipped',
				description: 'The letter was posted to the carrier and may have a tracking code',
			},
			{
				name: 'Card Written',
				value: 'card.written',
				description: 'The writing is complete and the letter ready for posting',
			},
		],
		default: ['*'],
		description: 'The events that start the workflow',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Tolerance (Seconds)',
				name: 'tolerance',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 300,
				description: 'How far the time of a delivery may be from the time of this server, to either side',
			},
		],
	},
];
