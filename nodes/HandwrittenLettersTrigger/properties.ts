/** The trigger's panel and fields as its user sees them. */
import type { INodeProperties, TriggerPanelDefinition } from 'n8n-workflow';

export const triggerPanel: TriggerPanelDefinition = {
	header: 'Receive events of your letters',
	executionsHelp: {
		inactive:
			'<b>To try it out</b>, copy the <b>Test URL</b>, start listening with the button above and have one event sent to that URL: by the operator of the service, or by the local sandbox (<code>POST /_sandbox/events</code>). The test URL takes one event.<br /><br /><b>To work with real letters</b>, publish the workflow (n8n 1: activate it) and give the <b>Production URL</b> to the operator: the service has no call to register it. Every event then starts an execution by itself; you find them in the <a data-key="executions">executions list</a>.',
		active:
			'<b>To try it out</b>, copy the <b>Test URL</b>, start listening with the button above and have one event sent to that URL: by the operator of the service, or by the local sandbox (<code>POST /_sandbox/events</code>).<br /><br /><b>This workflow is published.</b> Every event sent to the <b>Production URL</b> starts an execution by itself; you find them in the <a data-key="executions">executions list</a>, not in the editor.',
	},
	activationHint:
		'The button waits for one event at the Test URL. For every event after that, publish the workflow and have the Production URL registered.',
};

export const properties: INodeProperties[] = [
	{
		displayName:
			'Publish the workflow (n8n 1: activate it) and give the <b>Production URL</b> above to the operator of the service, who registers it: there is no call for that. Behind a proxy, set <code>N8N_WEBHOOK_URL</code> (older n8n: <code>WEBHOOK_URL</code>) so that the URL is the one the internet sees.',
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
				displayName: 'Ignore Duplicate Deliveries',
				name: 'ignoreDuplicates',
				type: 'boolean',
				default: true,
				description:
					'Whether an event that is delivered again within 24 hours starts no second execution. Test events are never ignored.',
			},
			{
				displayName: 'Output per Event',
				name: 'outputPerEvent',
				type: 'boolean',
				default: false,
				description:
					'Whether each selected event has an output of its own. An event added later gets the last output; removing one moves those after it.',
			},
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
