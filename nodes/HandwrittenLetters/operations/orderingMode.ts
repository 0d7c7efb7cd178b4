/**
 * Whether a run orders letters or only checks them: a letter costs money and cannot be taken back,
 * and "Execute step" while building a workflow is a run like any other.
 */
import type { IExecuteFunctions, NodeTypeAndVersion } from 'n8n-workflow';

import { isAgentTool } from '../../n8n/agentTool';
import { ruleOf } from '../../n8n/runOrigin';
import type { ItemNames } from '../../words/itemNames';
import { capitalize } from '../../words/itemNames';
import { quoteValue } from '../../words/problems';
import { Refusal } from '../../words/refusal';
import type { ParameterReader } from '../letter/parameters/parameterReader';
import { AGENT_NOTICE, mayAgentsOrder } from '../options/letAgentsOrder';
import type { OrderingMode } from '../options/orderingMode';
import { DEFAULT_ORDERING_MODE, ORDERING_MODE_LABEL, ORDERING_MODES } from '../options/orderingMode';

export type Intent =
	| { does: 'order' }
	/**
	 * `note` says why it only checks where that is not the mode itself, and what to do; `notice` says it
	 * to an agent, which sees the output alone.
	 */
	| { does: 'check'; note?: string; notice?: string };

/**
 * What this run of the node is to do, whatever else is wrong with it.
 * @throws Refusal where it cannot be known
 */
export function readIntent(
	context: IExecuteFunctions,
	parameters: ParameterReader,
	names: ItemNames,
): Intent {
	const mode = readMode(context, parameters, names);
	if (isAgentTool(context) && !mayAgentsOrder(context)) return { does: 'check', notice: AGENT_NOTICE };
	if (mode !== 'checkInEditor') return { does: mode };
	const rule = ruleOf(context);
	if (rule.does === 'refuse') throw rule.isLost ? lostOrigin() : unknownOrigin();
	const isTooEarly = checksForLater(context);
	if (rule.does === 'order' && isTooEarly) throw new Refusal(BEFORE_ORDER, SET_MODE);
	if (rule.does === 'order') return rule;
	const next = isTooEarly ? `. ${BEFORE_ORDER}. ${SET_MODE}` : '. To order, publish the workflow.';
	const note = `Only checked, because this run ${rule.because}${next}`;
	return { does: 'check', note, ...(isAgentTool(context) && { notice: `Nothing was ordered. ${note}` }) };
}

const unknownOrigin = () =>
	new Refusal(
		`Cannot tell whether this is a production run: set ${ORDERING_MODE_LABEL} to ${ORDERING_MODES.order} or ${ORDERING_MODES.check}`,
		`n8n does not say how a run began in a sub-workflow of a sub-workflow, or for an agent that a workflow or a chat service asks. Choose one of the two modes, or hand the mode down with the items and read it in ${ORDERING_MODE_LABEL} with an expression.`,
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

/** The items must agree: nobody asks for half a run that orders. */
function readMode(context: IExecuteFunctions, parameters: ParameterReader, names: ItemNames): OrderingMode {
	const given = new Map<unknown, number>();
	context.getInputData().forEach((_item, itemIndex) => {
		const value = parameters.read('orderingMode', itemIndex);
		if (!given.has(value)) given.set(value, itemIndex);
	});
	const values = [...given.keys()];
	if (values.length === 0) return DEFAULT_ORDERING_MODE;
	const [mode] = values;
	if (values.length === 1 && isOrderingMode(mode)) return mode;
	const says = [...given].map(([value, item]) => `${names.of([item])} gives ${quoteValue(value)}`);
	const unknown = values.findIndex((value) => !isOrderingMode(value));
	const place = names.of([given.get(values[unknown]) ?? 0]);
	throw new Refusal(
		values.every(isOrderingMode)
			? `${ORDERING_MODE_LABEL} is not the same for all items: ${says.slice(0, 3).join(', ')}`
			: `${ORDERING_MODE_LABEL} must be order, checkInEditor or check, but ${place} gives something else`,
		`${unknown < 0 ? '' : `${capitalize(says[unknown] ?? '')}. `}All items of a run are ordered, or all are only checked. Correct the expression in ${ORDERING_MODE_LABEL}.`,
	);
}

function isOrderingMode(value: unknown): value is OrderingMode {
	return typeof value === 'string' && Object.hasOwn(ORDERING_MODES, value);
}
