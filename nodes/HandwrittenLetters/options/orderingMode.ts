/** Ordering Mode: whether runs order letters or only check them. */
import type { INodeProperties } from 'n8n-workflow';

import { fieldHint } from '../../n8n/builderHints';

/** Names on the screen, by value, in the order of the list. */
export const ORDERING_MODES = {
	checkInEditor: 'Check in the editor, order when published',
	order: 'Always order',
	check: 'Never order, only check',
} as const;

export type OrderingMode = keyof typeof ORDERING_MODES;
const MODES = Object.keys(ORDERING_MODES) as OrderingMode[];

export const DEFAULT_ORDERING_MODE: OrderingMode = 'checkInEditor';
export const ORDERING_MODE_LABEL = 'Ordering Mode';

const notices: Record<OrderingMode, string> = {
	checkInEditor:
		'The published workflow orders <b>real letters</b>. Runs that you start in the editor only check them. "Retry execution" does what the first run did.',
	order:
		'Runs order <b>real letters</b>, even "Execute step". To try the workflow out, choose another mode or a credential of the sandbox.',
	check: 'No run orders anything. The output shows each letter as it would be sent, and what to correct.',
};

export const orderingModeFields: INodeProperties[] = [
	{
		displayName: ORDERING_MODE_LABEL,
		name: 'orderingMode',
		type: 'options',
		// Read as it is stored: neither an expression nor a model may choose it.
		noDataExpression: true,
		options: MODES.map((value) => ({ name: ORDERING_MODES[value], value })),
		default: DEFAULT_ORDERING_MODE,
		description: 'Whether a run orders the letters or only shows what it would order',
		builderHint: fieldHint(
			'Keep the default "checkInEditor": the published workflow orders, and trying it in the editor orders no letters. Use "check" if nothing may be ordered at all. Use "order" only if runs started by hand are to order too.',
		),
	},
	...MODES.map((value): INodeProperties => ({
		displayName: notices[value],
		name: `${value}Notice`,
		type: 'notice',
		default: '',
		displayOptions: { show: { orderingMode: [value] }, hide: { '@tool': [true] } },
	})),
	{
		displayName:
			'As a tool, this node <b>only checks</b> letters until you add the option <b>Let AI Agents Order</b>. It then orders <b>real letters</b>.',
		name: 'toolNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { '@tool': [true] } },
	},
];
