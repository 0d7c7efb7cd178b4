/**
 * Whether a run orders letters or only checks them: a letter costs money and cannot be taken back,
 * and "Execute step" while building a workflow is a run like any other.
 */
import type { IDataObject, IExecuteFunctions, INodeProperties, NodeTypeAndVersion } from 'n8n-workflow';

import { fieldHint } from '../../n8n/builderHints';
import { hasExecution, isAgentTool, ruleOf } from '../../n8n/run';
import { quoteValue } from '../../words/problems';
import { Refusal } from '../../words/refusal';
import { AGENTS_LABEL } from './options';

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

export type Intent =
	| { does: 'order' }
	/**
	 * `note` says why it only checks where that is not the mode itself, and what to do; `notice` says it
	 * to an agent, which sees the output alone. `forLater`: a published workflow would order.
	 */
	| { does: 'check'; note?: string; notice?: string; forLater?: true };

/**
 * What this run of the node is to do, whatever else is wrong with it.
 * @throws Refusal where it cannot be known
 */
export function readIntent(context: IExecuteFunctions): Intent {
	const mode = readMode(context);
	if (isAgentTool(context) && !mayAgentsOrder(context)) return { does: 'check', notice: AGENT_NOTICE };
	if (isAgentTool(context) && !hasExecution(context)) return { does: 'check', notice: NO_EXECUTION };
	if (mode !== 'checkInEditor') return { does: mode };
	const rule = ruleOf(context);
	if (rule.does === 'refuse') throw rule.isLost ? lostOrigin() : unknownOrigin();
	const isTooEarly = checksForLater(context);
	if (rule.does === 'order' && isTooEarly) throw new Refusal(BEFORE_ORDER, SET_MODE);
	if (rule.does === 'order') return rule;
	const next = isTooEarly ? `. ${BEFORE_ORDER}. ${SET_MODE}` : '. To order, publish the workflow.';
	const note = `Only checked, because this run ${rule.because}${next}`;
	const notice = isAgentTool(context) ? { notice: `Nothing was ordered. ${note}` } : {};
	return { does: 'check', note, forLater: true, ...notice };
}

const unknownOrigin = () =>
	new Refusal(
		`Cannot tell whether this is a production run: set ${ORDERING_MODE_LABEL} to ${ORDERING_MODES.order} or ${ORDERING_MODES.check}`,
		`n8n does not say how a run began in a sub-workflow of a sub-workflow, or for an agent that a workflow or a chat service asks. Choose one of the two. ${ORDERING_MODES.order} then also orders in runs that somebody starts in the editor.`,
	);

const lostOrigin = () =>
	new Refusal(
		'Cannot tell how the run that is retried began: run the workflow again instead',
		'n8n had not stored it when it crashed. With External IDs, a new run orders no letter twice; without them, it orders the letters of the crashed run again. From now on, switch on Save execution progress in the settings of the workflow, or update n8n.',
	);

const BEFORE_ORDER = 'Create From Check comes after this node, so this node must not order before it';
const SET_MODE = `Set the ${ORDERING_MODE_LABEL} of this node to ${ORDERING_MODES.check}; if it is to order, to ${ORDERING_MODES.order}.`;

/** Whether Create From Check comes after this node, and no other node checks for it. */
function checksForLater(context: IExecuteFunctions): boolean {
	const { name, type, parameters } = context.getNode();
	const all = { includeNodeParameters: true };
	const those = (nodes: NodeTypeAndVersion[], operation: string) =>
		nodes.filter((one) => one.type === type && !one.disabled && one.parameters?.operation === operation);
	const later = those(context.getChildNodes(name, all), 'createFromCheck');
	return (
		parameters.operation === 'create' &&
		later.some((one) =>
			those(context.getParentNodes(one.name, all), 'create').every((it) => it.name === name),
		)
	);
}

/** As it is stored. @throws Refusal when it is none of the three */
function readMode(context: IExecuteFunctions): OrderingMode {
	const { orderingMode: stored = DEFAULT_ORDERING_MODE } = context.getNode().parameters;
	if (typeof stored === 'string' && Object.hasOwn(ORDERING_MODES, stored)) return stored as OrderingMode;
	throw new Refusal(
		`${ORDERING_MODE_LABEL} must be ${MODES.slice(0, -1).join(', ')} or ${String(MODES.at(-1))}`,
		`It is ${quoteValue(stored)}. Choose one in the node: an expression is not evaluated.`,
	);
}

/** Of n8n's Agents, and behind an MCP Server Trigger. */
const NO_EXECUTION =
	'Nothing was ordered. Here n8n does not say which run a call belongs to, so this tool only checks letters.';

/** What an agent is told among the warnings, because it sees the output alone. */
const AGENT_NOTICE = `Nothing was ordered. This tool only checks letters. A person can allow orders with the option ${AGENTS_LABEL} of this node.`;

/** The switch as it is stored: a value that was evaluated could come from a model. */
function mayAgentsOrder(context: IExecuteFunctions): boolean {
	const { options } = context.getNode().parameters;
	return (options as IDataObject | undefined)?.letAgentsOrder === true;
}
