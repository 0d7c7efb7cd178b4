/**
 * What to do about an order: by what keeps its key, what is known of it, and whether the run went on
 * after it (On Error → Continue). n8n calls such a run a success, so it cannot be retried.
 */
import type { INode } from 'n8n-workflow';

import type { KeyKeeper } from './requestFailure';

/** What is asked about. */
export interface Situation {
	/** `letter` or `batch`. */
	noun: string;
	keptBy?: KeyKeeper;
	/** On Error is set to Continue. */
	goesOn: boolean;
}

interface Advice {
	/** It may have been accepted unseen: what sending it again does. */
	unknown: (noun: string, goesOn: boolean) => string;
	/** The service rejected its contents. */
	rejected: (noun: string, goesOn: boolean) => string;
	/** Another order has its key: what makes this one a second order. */
	another: string;
	/** It was accepted, and the run failed all the same. */
	accepted: string;
}

const NEW_RUN = 'A new run may create one.';
const THE_WAY =
	'connect the error output, or a Filter. Running all items again orders the others again, and so does switching Duplicate Protection.';
const ONLY_THOSE = `order only the items that failed: ${THE_WAY}`;

/** The key comes from the order itself: whatever runs it again sends the same one. */
const correctAndRepeat = (noun: string): string =>
	noun === 'batch'
		? 'Correct the items it names and run all items again. Do not delete items: the items would be divided into different batches, and their letters ordered again.'
		: 'Correct the field it names and run again.';

/** A new run orders every item it gets. */
const correctAlone = (noun: string, goesOn: boolean): string => {
	if (noun === 'batch') {
		return 'Correct the items it names, do not delete them, and run again without the items of batches that were already ordered: a new run orders every item it gets.';
	}
	return goesOn
		? `Correct the field it names and ${ONLY_THOSE}`
		: 'Correct the field it names and run again without the items that were already ordered: a new run orders every item it gets.';
};

const TABLE: Record<KeyKeeper, Advice> = {
	retry: {
		unknown: (noun, goesOn) =>
			goesOn
				? `Lead the item back to this node unchanged, in this run: it keeps its key, so no second ${noun} is created. ${NEW_RUN}`
				: `Use "Retry execution": it sends the same key, so no second ${noun} is created. ${NEW_RUN}`,
		rejected: correctAlone,
		another: 'run the workflow again with this item only',
		accepted: 'Retrying this execution orders none of these again.',
	},
	call: {
		unknown: (noun, goesOn) =>
			goesOn
				? `Lead the item back to this node unchanged, in this run: it keeps its key, so no second ${noun} is created. ${NEW_RUN}`
				: `Use "Retry execution" in the calling workflow: it sends the same key, so no second ${noun} is created. ${NEW_RUN}`,
		rejected: correctAlone,
		another: 'run the workflow again with this item only',
		accepted: 'Retrying the execution of the calling workflow orders none of these again.',
	},
	agent: {
		unknown: (noun) => `Call again with exactly the same values: no second ${noun} is created.`,
		rejected: () => 'Correct the field it names and call again.',
		another: 'give it an External ID of its own',
		accepted: 'Calling again with the same values orders none of these again.',
	},
	externalId: {
		unknown: (noun) => `Run it again: it sends the same key, so no second ${noun} is created.`,
		rejected: correctAndRepeat,
		another: 'use another External ID',
		accepted: 'Retrying this execution orders none of these again.',
	},
	custom: {
		unknown: (noun) => `Running again with the same Custom Key creates no second ${noun}.`,
		rejected: correctAndRepeat,
		another: 'use another Custom Key',
		accepted: 'Retrying this execution orders none of these again, if Custom Key gives the same keys again.',
	},
	checked: {
		unknown: (noun) => `Running again with the same checked letter creates no second ${noun}.`,
		rejected: () => 'Correct the field it names and check the letter again.',
		another: 'check it under another key',
		accepted: 'Retrying this execution orders none of these again.',
	},
	unsure: {
		unknown: (noun) =>
			`Running again may create a second ${noun}, because n8n does not tell the node which run this is, for example in a sub-workflow of a sub-workflow. Set Duplicate Protection to By External ID in workflows that others call.`,
		rejected: correctAlone,
		another: 'run the workflow again with this item only',
		accepted:
			'Running this again may order them a second time: remove these items first. In workflows that others call, set Duplicate Protection to By External ID.',
	},
};

export function adviseUnknown({ noun, keptBy = 'unsure', goesOn }: Situation): string {
	return TABLE[keptBy].unknown(noun, goesOn);
}

export function adviseRejected({ noun, keptBy, goesOn }: Situation): string {
	return keptBy === undefined ? correctAndRepeat(noun) : TABLE[keptBy].rejected(noun, goesOn);
}

/** Goes on after "To order a second letter,". */
export const adviseAnother = ({ keptBy = 'unsure' }: Situation): string => TABLE[keptBy].another;

/** Goes on after "The first order remains as it is", where nobody knows its ID. */
export function adviseOriginal({ keptBy, goesOn: continued }: Situation): string {
	const way = '; to get its ID, restore its contents and';
	if (keptBy === 'externalId' || keptBy === 'custom') return `${way} run again`;
	if (continued || (keptBy !== 'retry' && keptBy !== 'call')) return '';
	return `${way} use "Retry execution"${keptBy === 'call' ? ' in the calling workflow' : ''}`;
}

/** What running it again does to orders that were accepted, by all that keep their keys. */
export function adviseAccepted(keepers: Set<KeyKeeper>): string {
	const weakest =
		(['unsure', 'custom', 'call', 'agent', 'retry'] as const).find((keeper) => keepers.has(keeper)) ??
		'retry';
	return TABLE[weakest].accepted;
}

/** The same above the output, where those items are named. */
export const ORDER_ONLY_THOSE = `To order only what failed, ${THE_WAY}`;

/** Of an item that was not sent, because it has to be corrected, beside others that were. */
export const CORRECT_BESIDE_OTHERS = `Correct it and ${ONLY_THOSE} By External ID and By Custom Key order nothing again, if they were set in this run already.`;

/** As n8n decides it (read in 1.123 and 2.40). */
export function goesOn({ onError, continueOnFail }: Pick<INode, 'onError' | 'continueOnFail'>): boolean {
	return onError === undefined ? continueOnFail === true : onError !== 'stopWorkflow';
}
