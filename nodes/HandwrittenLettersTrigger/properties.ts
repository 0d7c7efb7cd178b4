/** The trigger's panel and fields as its user sees them. */
import type { INodeProperties, INodePropertyOptions, NodeHint, TriggerPanelDefinition } from 'n8n-workflow';

import { EVENT_TABLE } from '../contract/contract';
import { fieldHint } from '../n8n/builderHints';
import { REMEMBERED_HOURS } from './seenEvents';

export const triggerPanel: TriggerPanelDefinition = {
	header: 'Receive events of your letters',
	executionsHelp: {
		inactive:
			'<b>To try it out</b>, copy the <b>Test URL</b>, start listening with the button above and have one event sent to that URL: by the letter service, or by the local sandbox (enter the URL in its <b>Settings</b>, then send a test event in <b>Deliveries</b> (<b>Eventos</b>)). The test URL takes one event.<br /><br /><b>To work with real letters</b>, publish the workflow (n8n 1: activate it) and give the <b>Production URL</b> to the support of the letter service, because the API has no call to register it. For the sandbox, enter it in the <b>Settings</b>. Every selected event then starts an execution; you find them in the <a data-key="executions">executions list</a>.',
		active:
			'<b>To try it out</b>, copy the <b>Test URL</b>, start listening with the button above and have one event sent to that URL: by the letter service, or by the local sandbox (enter the URL in its <b>Settings</b>, then send a test event in <b>Deliveries</b> (<b>Eventos</b>)).<br /><br /><b>This workflow is published.</b> Every selected event that the letter service sends to the <b>Production URL</b> starts an execution; you find them in the <a data-key="executions">executions list</a>, not in the editor.<br /><br /><b>To process an event again</b>, retry its execution. While <b>Ignore Repeated Events</b> is on, a repeated event starts nothing; the log of n8n says so.',
	},
	activationHint:
		'The button waits for one event at the Test URL. For every event after that, publish the workflow and give the Production URL to the letter service.',
};

/** Shown on the canvas while a test waits for its event, above the node: n8n breaks no line there. */
export const eventTriggerDescription =
	"Waiting for one event at the Test URL. If it is rejected, n8n's log says why.";

/** Shown beside the open node, also while a test waits: a rejected event does not end it. */
export const hints: NodeHint[] = [
	{
		message:
			"Nothing appears? If the event was rejected, n8n's log says why. In the sandbox, <b>Deliveries</b> (<b>Eventos</b>) shows the answer: 401 (such as a wrong secret) or 404 (a wrong URL, or n8n is not listening).",
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
	},
];

/** Shown when the workflow is published. */
export const activationMessage =
	'Every selected event that the letter service sends to the Production URL now starts this workflow. If the service does not have that URL yet, give it to the support of the letter service: the API has no call to register it.';

export const DEFAULT_TOLERANCE_SECONDS = 300;

const options = {
	ignoreDuplicates: {
		displayName: 'Ignore Repeated Events',
		name: 'ignoreDuplicates',
		type: 'boolean',
		default: true,
		description: `Whether to ignore an event that arrives again within ${REMEMBERED_HOURS} hours. An event that is sent to the Test URL is never a repeat.`,
	},
	outputPerEvent: {
		displayName: 'Output per Event',
		name: 'outputPerEvent',
		type: 'boolean',
		default: false,
		description:
			'Whether each event has an output of its own. With the setting Always Output Data, n8n also sends an empty item to the first output (Created) whenever another event arrives.',
	},
	tolerance: {
		displayName: 'Tolerance (Seconds)',
		name: 'tolerance',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: DEFAULT_TOLERANCE_SECONDS,
		description: 'How far the time of a signature may be from the time of this server, in either direction',
	},
} satisfies Record<string, INodeProperties>;

/** What most workflows act on; the others in the order of a letter's life, as the outputs. */
const FIRST = ['card.delivered', 'card.returned'];

const eventOptions: INodePropertyOptions[] = EVENT_TABLE.map(({ name, label, meaning }) => ({
	name: `Letter ${label}`,
	value: name,
	description: meaning,
	action: `When a letter is ${label.toLowerCase()}`,
})).sort((one, other) => Number(FIRST.includes(other.value)) - Number(FIRST.includes(one.value)));

export const properties: INodeProperties[] = [
	{
		displayName:
			'Publish, then give the <b>Production URL</b> (open <b>Webhook URLs</b>) to the support of the letter service. If it begins with http://localhost, set the public address of n8n first (see the docs).',
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
			...eventOptions,
			{
				name: 'All',
				value: '*',
				description: 'Every event above',
				action: 'When anything happens to a letter',
			},
		],
		// The events of a new letter: with them, a workflow that orders letters would start itself again.
		default: ['card.delivered', 'card.returned'],
		description: 'The events that start the workflow',
		builderHint: fieldHint(
			'Use ["*"] alone for all events. Select only the events that the workflow acts on.',
		),
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: Object.values(options),
	},
];

/** The parameter `options`: it holds only what the user has added. */
export interface TriggerOptions {
	ignoreDuplicates?: boolean;
	outputPerEvent?: boolean;
	tolerance?: number;
}

export function withDefaults(given: TriggerOptions): Required<TriggerOptions> {
	return {
		ignoreDuplicates: given.ignoreDuplicates ?? options.ignoreDuplicates.default,
		outputPerEvent: given.outputPerEvent ?? options.outputPerEvent.default,
		tolerance: given.tolerance ?? options.tolerance.default,
	};
}
