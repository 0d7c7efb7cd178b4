/**
 * Whether a run orders letters or only checks them: a letter costs money and cannot be taken back,
 * and "Execute step" while building a workflow is a run like any other.
 */
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { fieldHint } from '../../shared/builder/builderHints';
import { Refusal } from '../../shared/failures/refusal';
import { ParameterReader } from '../input/parameterReader';
import { quoteValue } from '../input/problems';
import { isAgentTool, mayAgentsOrder } from './agentTool';
import { beganInProduction } from './runOrigin';

/** Names on the screen, by value. */
const ORDERING_MODES = {
	order: 'Order',
	checkInEditor: 'Order in production, only check in the editor',
	check: 'Only check',
} as const;

type OrderingMode = keyof typeof ORDERING_MODES;

export const DEFAULT_ORDERING_MODE: OrderingMode = 'order';
const ORDERING_MODE_LABEL = 'Ordering Mode';

const notices: Record<OrderingMode, string> = {
	order:
		'<b>Order</b>: every run orders <b>real letters</b> on paper, even "Execute step". To try a workflow, choose <b>Only check</b>, or use a credential of the sandbox.',
	checkInEditor:
		'<b>Order in production, only check in the editor</b>: runs that a trigger, a webhook, an error or the command line began order <b>real letters</b>. All others only check them. "Retry execution" does what the first run did.',
	check:
		'<b>Only check</b>: no run orders anything. The output shows each letter as it would be sent, and what must be corrected.',
};

export const orderingModeFields: INodeProperties[] = [
	{
		displayName: ORDERING_MODE_LABEL,
		name: 'orderingMode',
		type: 'options',
		options: modes().map((value) => ({ name: ORDERING_MODES[value], value })),
		default: DEFAULT_ORDERING_MODE,
		description: 'Whether a run orders the letters or only shows what it would order',
		builderHint: fieldHint(
			'Use "checkInEditor" for a new workflow, so that trying it in the editor orders no letters. Use "check" if nothing may be ordered at all.',
		),
	},
	...modes().map((value): INodeProperties => ({
		displayName: notices[value],
		name: `${value}Notice`,
		type: 'notice',
		default: '',
		displayOptions: { show: { orderingMode: [value] } },
	})),
];

function modes(): OrderingMode[] {
	return Object.keys(ORDERING_MODES) as OrderingMode[];
}

export type Intent =
	| { does: 'order' }
	/** `because` is the reason where it is not the mode itself. */
	| { does: 'check'; because?: string; forAgent?: boolean };

/**
 * What this run of the node is to do, whatever else is wrong with it.
 * @throws Refusal where it cannot be known
 */
export function readIntent(context: IExecuteFunctions): Intent {
	const mode = readMode(context);
	if (isAgentTool(context) && !mayAgentsOrder(context)) return { does: 'check', forAgent: true };
	if (mode !== 'checkInEditor') return { does: mode };
	const inProduction = beganInProduction(context);
	if (inProduction === undefined) throw unknownOrigin();
	return inProduction
		? { does: 'order' }
		: { does: 'check', because: 'this run did not begin in production' };
}

const unknownOrigin = () =>
	new Refusal(
		`${ORDERING_MODE_LABEL} cannot be applied: n8n does not say whether this run began in production`,
		`In a sub-workflow, n8n says how the calling run began, but not how the run above it began. Choose ${ORDERING_MODES.order} or ${ORDERING_MODES.check}, or hand the mode down from the outermost workflow and read it with an expression.`,
	);

/** The rows must agree: nobody asks for half a run that orders. */
function readMode(context: IExecuteFunctions): OrderingMode {
	const rows = new Map<unknown, number>();
	const parameters = new ParameterReader(context);
	context.getInputData().forEach((_item, itemIndex) => {
		const value = readValue(context, parameters, itemIndex);
		if (!rows.has(value)) rows.set(value, itemIndex + 1);
	});
	const values = [...rows.keys()];
	if (values.length === 0) return DEFAULT_ORDERING_MODE;
	const [mode] = values;
	if (values.length === 1 && isOrderingMode(mode)) return mode;
	const unknown = values.find((value) => !isOrderingMode(value));
	const given = [...rows].map(([value, row]) => `row ${row} says ${quoteValue(value)}`).slice(0, 3);
	throw new Refusal(
		values.every(isOrderingMode)
			? `${ORDERING_MODE_LABEL} is not the same for all rows: ${given.join(', ')}`
			: `${ORDERING_MODE_LABEL} must be order, checkInEditor or check, but row ${rows.get(unknown) ?? '?'} says ${quoteValue(unknown)}`,
		`All rows of a run are ordered, or all are only checked. Correct the expression in ${ORDERING_MODE_LABEL}.`,
	);
}

/** A workflow that was saved before this field existed orders, as it did. */
function readValue(context: IExecuteFunctions, parameters: ParameterReader, itemIndex: number): unknown {
	return context.getNode().parameters.orderingMode === undefined
		? DEFAULT_ORDERING_MODE
		: parameters.read('orderingMode', itemIndex);
}

function isOrderingMode(value: unknown): value is OrderingMode {
	return typeof value === 'string' && Object.hasOwn(ORDERING_MODES, value);
}
