/**
 * The brake on letters that order letters: the events of a letter start every published workflow that
 * listens to them, also the one that ordered it.
 */
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { fieldHint } from '../../n8n/builderHints';
import { readStart } from '../../n8n/runData';
import type { Fault } from '../../words/refusal';
import { Refusal } from '../../words/refusal';

const LABEL = 'Order on Letter Events';

export const orderOnLetterEvents: INodeProperties = {
	displayName: LABEL,
	name: 'orderOnLetterEvents',
	type: 'boolean',
	default: true,
	description:
		'Whether to order in a run that the Handwritten Letters Trigger has started. The events of the new letter start the workflow again: end this with a Filter on data.external_id before this node, or select only events that these letters do not have.',
	builderHint: fieldHint(
		'Leave out unless a letter event is meant to order a letter. Then put a Filter on data.external_id before this node, so that the events of the new letter order nothing.',
	),
};

const TRIGGER = '.handwrittenLettersTrigger';
const isLetterTrigger = (type: string | undefined): boolean => type?.endsWith(TRIGGER) === true;

const PROBLEM = 'The events of this letter would start the workflow again, which orders the next letter';
const ADVICE = `If it is meant, add the option ${LABEL}, and put a Filter on data.external_id before this node, so that the events of the new letter order nothing`;

/** @throws Refusal where the events of the letters would start the run again */
export function refuseOnLetterEvents(context: IExecuteFunctions): void {
	if (startedByLetterEvent(context) && !isAllowed(context)) throw new Refusal(PROBLEM, `${ADVICE}.`);
}

/** What a check says of it, whatever has started the check: a published workflow may start otherwise. */
export function letterEventFaults(context: IExecuteFunctions): Fault[] {
	const leadsHere = context
		.getParentNodes(context.getNode().name)
		.some(({ type, disabled }) => isLetterTrigger(type) && !disabled);
	return (leadsHere || startedByLetterEvent(context)) && !isAllowed(context)
		? [{ text: PROBLEM, hint: ADVICE }]
		: [];
}

function isAllowed(context: IExecuteFunctions): boolean {
	return context.getNodeParameter('options', 0, {}).orderOnLetterEvents === true;
}

/** n8n 2 also tells it to the workflows that a run calls; n8n 1 knows only what started the run itself. */
function startedByLetterEvent(context: IExecuteFunctions): boolean {
	const told = context.getExecutionContext()?.triggerNode?.type;
	if (told !== undefined) return isLetterTrigger(told);
	const start = readStart(context);
	return context
		.getParentNodes(context.getNode().name)
		.some(({ name, type }) => name === start && isLetterTrigger(type));
}
