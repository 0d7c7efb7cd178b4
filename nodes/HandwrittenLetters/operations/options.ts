/** Every option of the node, a row each: its field, and how it is read. A value it cannot have refuses the run. */
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { fieldHint } from '../../n8n/builderHints';
import { startedInEditor } from '../../n8n/run';
import { Refusal } from '../../words/refusal';
import { MOST_PICTURES } from '../check/describeLetters';
import { keyOption, letterPanels, textPanels } from '../letter/letterFields';
import { DEFAULT_MAX_LETTERS } from '../letter/letters';
import { EMPTY_LABEL, MEANT_LABEL } from '../letter/textRules';
import type { SendOptions } from '../service/serviceClient';

export const DEFAULT_DEADLINE_MINUTES = 10;
export const DEFAULT_TIMEOUT_SECONDS = 30;
export const DEFAULT_MAX_IN_FLIGHT = 64;

export const AGENTS_LABEL = 'Let AI Agents Order';
export const LETTER_EVENTS_LABEL = 'Order on Letter Events';
export const MAX_LETTERS_LABEL = 'Maximum Letters per Run';

/** A person waits in the editor; a published workflow waits for the deadline, as long as a deploy takes. */
const FIRST_ANSWER_IN_EDITOR_MS = 30_000;

const byName = (one: { displayName: string }, other: { displayName: string }): number =>
	one.displayName.localeCompare(other.displayName);

const namesOf = (panels: INodeProperties[]) =>
	panels.toSorted(byName).map(({ displayName, name }) => ({ name: displayName, value: name }));

const FIELDS = {
	deadline: {
		displayName: 'Give Up After (Minutes)',
		name: 'deadline',
		type: 'number',
		typeOptions: { minValue: 0.1 },
		default: DEFAULT_DEADLINE_MINUTES,
		description: 'How long to try one request again after rate limits, server errors and broken connections',
	},
	timeout: {
		displayName: 'Wait for an Answer (Seconds)',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: DEFAULT_TIMEOUT_SECONDS,
		description: 'How long to wait before the request is tried again',
	},
	maxInFlight: {
		displayName: 'Letters at Once',
		name: 'maxInFlight',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: DEFAULT_MAX_IN_FLIGHT,
		description:
			'Most requests at the same time; the node begins with fewer, and sends fewer after errors of the service',
	},
	includeInputFields: {
		displayName: 'Include Input Fields',
		name: 'includeInputFields',
		type: 'boolean',
		default: true,
		description: 'Whether each letter comes back with the input item it was made from, as "input"',
		builderHint: fieldHint(
			'Leave out unless a later node needs fields of the input item: they are then in input.',
		),
	},
	letAgentsOrder: {
		displayName: AGENTS_LABEL,
		name: 'letAgentsOrder',
		type: 'boolean',
		// Neither an expression nor a model may switch it on.
		noDataExpression: true,
		default: true,
		displayOptions: { show: { '@tool': [true] } },
		description:
			'Whether this node orders real letters when an AI agent uses it as a tool. Without this option it only checks them for the agent. With it, External ID must be an expression that takes the number from the workflow, not from the agent. In a workflow that an agent calls, the node is not a tool: set Ordering Mode to Never order, only check.',
		builderHint: fieldHint(
			'Leave out unless the user asked for it in words: agents then order real letters.',
		),
	},
	maxLettersPerRun: {
		displayName: MAX_LETTERS_LABEL,
		name: 'maxLettersPerRun',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: DEFAULT_MAX_LETTERS,
		description:
			'A run with more letters is rejected before anything is sent. Letters that earlier rounds of this node ordered in the execution count too; each call of a sub-workflow or by an AI agent counts for itself.',
	},
	orderOnLetterEvents: {
		displayName: LETTER_EVENTS_LABEL,
		name: 'orderOnLetterEvents',
		type: 'boolean',
		default: true,
		description:
			'Whether to order in a run that the Handwritten Letters Trigger has started. The events of the new letter start the workflow again: end this with a Filter on data.external_id before this node, or select only events that these letters do not have.',
		builderHint: fieldHint(
			'Leave out unless a letter event is meant to order a letter. Then put a Filter on data.external_id before this node, so that the events of the new letter order nothing.',
		),
	},
	pictures: {
		displayName: 'Pictures',
		name: 'pictures',
		type: 'boolean',
		default: true,
		description: `Whether a check draws up to ${MOST_PICTURES} of its fine letters, each as the file "letter" of its item. Without this option, it draws them if all letters are fine.`,
	},
	fieldsThatMayBeEmpty: {
		displayName: EMPTY_LABEL,
		name: 'fieldsThatMayBeEmpty',
		type: 'multiOptions',
		// Pairs have no text that an expression could leave empty.
		options: namesOf(letterPanels.filter(({ type }) => type !== 'fixedCollection')),
		default: [],
		description:
			'Fields in which an expression may find no value. In any other field, a letter with a gap is rejected before anything is sent.',
	},
	textThatIsMeant: {
		displayName: MEANT_LABEL,
		name: 'textThatIsMeant',
		type: 'multiOptions',
		options: namesOf(textPanels),
		default: [],
		displayOptions: { hide: { '@tool': [true] } },
		description:
			'Fields whose text is written even if it looks like a mistake, such as a placeholder or the error of a spreadsheet',
		builderHint: fieldHint('Leave out unless the user asks for a text that was rejected.'),
	},
	idempotencyKey: keyOption,
} satisfies Record<string, INodeProperties>;

const { deadline, timeout, idempotencyKey, fieldsThatMayBeEmpty, textThatIsMeant, ...ordering } = FIELDS;

const collection = (...options: INodeProperties[]): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: options.toSorted(byName),
});

/** Of what only reads. */
export const optionsField = collection(deadline, timeout);

/** Nothing about a checked letter is left to decide. */
export const optionsOfCheckedLetters = collection(deadline, timeout, ...Object.values(ordering));

const ofLetters = [deadline, timeout, ...Object.values(ordering), fieldsThatMayBeEmpty, textThatIsMeant];
export const optionsOfBatches = collection(...ofLetters);
export const optionsOfLetters = collection(...ofLetters, idempotencyKey);

/** What the options of the first item say, which hold for the run. Those of a letter's fields hold for each. */
export interface Options extends SendOptions {
	maxLetters: number;
	orderOnLetterEvents: boolean;
	includeInput: boolean;
	pictures?: boolean;
}

/** @throws Refusal when an option cannot be followed */
export function readOptions(context: IExecuteFunctions): Options {
	const given: IDataObject = context.getNodeParameter('options', 0, {});
	return {
		deadlineMs: readNumber(given.deadline, FIELDS.deadline) * 60_000,
		timeoutMs: readNumber(given.timeout, FIELDS.timeout) * 1000,
		maxInFlight: Math.ceil(readNumber(given.maxInFlight, FIELDS.maxInFlight)),
		...(startedInEditor(context) && { firstAnswerMs: FIRST_ANSWER_IN_EDITOR_MS }),
		maxLetters: readNumber(given.maxLettersPerRun, FIELDS.maxLettersPerRun, 1),
		orderOnLetterEvents: given.orderOnLetterEvents === true,
		includeInput: given.includeInputFields === true,
		...(given.pictures !== undefined && { pictures: given.pictures === true }),
	};
}

/**
 * @param least by default, anything greater than 0 will do
 * @throws Refusal when it is no number, or too small
 */
export function readNumber(
	given: unknown,
	{ displayName: label, default: fallback }: { displayName: string; default: number },
	least?: number,
): number {
	const value = given === undefined ? fallback : toNumber(given);
	if (Number.isFinite(value) && (least === undefined ? value > 0 : value >= least)) return value;
	throw new Refusal(
		least === undefined
			? `${label} must be greater than 0`
			: `${label} must be a number of at least ${least}`,
	);
}

/** JavaScript makes a number of `true`, of an empty text and of an empty list. */
function toNumber(given: unknown): number {
	if (typeof given === 'string' && given.trim() !== '') return Number(given);
	return typeof given === 'number' ? given : NaN;
}
