/**
 * Whether a run orders letters or only checks them: a letter costs money and cannot be taken back,
 * and "Execute step" while building a workflow is a run like any other.
 */
import type { IExecuteFunctions, NodeTypeAndVersion } from 'n8n-workflow';

import { isAgentTool } from '../../n8n/agentTool';
import { hasExecution } from '../../n8n/runIdentity';
import { ruleOf } from '../../n8n/runOrigin';
import { quoteValue } from '../../words/problems';
import { Refusal } from '../../words/refusal';
import { AGENT_NOTICE, mayAgentsOrder } from '../options/letAgentsOrder';
import type { OrderingMode } from '../options/orderingMode';
import { DEFAULT_ORDERING_MODE, ORDERING_MODE_LABEL, ORDERING_MODES } from '../options/orderingMode';

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

const MODES = Object.keys(ORDERING_MODES);

/** Of n8n's Agents, and behind an MCP Server Trigger. */
const NO_EXECUTION =
	'Nothing was ordered. Here n8n does not say which run a call belongs to, so this tool only checks letters.';
