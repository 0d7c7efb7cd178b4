/** What a workflow is made of, in few words. */
type Parameters = Record<string, unknown>;

export interface Node {
	parameters: Parameters;
	name: string;
	type: string;
	typeVersion: number;
	position: [x: number, y: number];
	onError?: 'continueRegularOutput' | 'continueErrorOutput';
	executeOnce?: true;
	alwaysOutputData?: true;
}

export interface Workflow {
	name: string;
	nodes: Node[];
	connections: Record<string, { main: Array<Array<{ node: string; type: 'main'; index: 0 }>> }>;
	settings: { executionOrder: 'v1' };
	pinData: Record<string, never>;
}

/** The text of a style sheet in the folder of the workflow. */
export type Style = (file: string) => string;

type Settings = Pick<Node, 'onError' | 'executeOnce' | 'alwaysOutputData'>;
type Place = [name: string, x: number, y: number];

const OURS = 'n8n-nodes-handwritten-letters.handwrittenLetters';

export const node = (
	[name, x, y]: Place,
	type: string,
	typeVersion: number,
	parameters: Parameters = {},
	settings: Settings = {},
): Node => ({ parameters, name, type, typeVersion, position: [x, y], ...settings });

/** A node of n8n itself. */
export const ofN8n = (
	place: Place,
	type: string,
	version: number,
	parameters?: Parameters,
	settings?: Settings,
) => node(place, `n8n-nodes-base.${type}`, version, parameters, settings);

export const letterNode = (place: Place, parameters: Parameters, settings?: Settings) =>
	node(place, OURS, 1, parameters, settings);

export const letterTrigger = (place: Place, parameters: Parameters) =>
	node(place, `${OURS}Trigger`, 2, parameters);

/** Its code stands beside the workflow, in the file of this name. */
export const code = (place: Place, file: string, settings?: Settings) =>
	ofN8n(place, 'code', 2, { jsCode: file }, settings);

export const note = (place: Place, [height, width]: [number, number], lines: string[], color?: number) =>
	ofN8n(place, 'stickyNote', 1, { content: lines.join('\n'), height, width, color });

const conditions = (...all: object[]) => ({
	options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
	combinator: 'and',
	conditions: all,
});

const IS_TRUE = { type: 'boolean', operation: 'true', singleValue: true };

/** Two ways: the first where the expression is true. */
export const either = (place: Place, expression: string) =>
	ofN8n(place, 'if', 2.2, {
		conditions: conditions({
			id: 'is',
			leftValue: `={{ ${expression} }}`,
			rightValue: '',
			operator: IS_TRUE,
		}),
		options: {},
	});

/**
 * Whether the address of a page at which the run waits is more than the run's number, which anyone can guess:
 * n8n signs it from 2.14.0 on (read in 2.14.0 and 2.40.7, not in 2.8.4 nor n8n 1).
 */
export const signedLink = (place: Place) => either(place, "$execution.resumeFormUrl.includes('signature=')");

/** Rows of a data table that meet all conditions, and what to write into each column. */
export function rows(
	place: Place,
	operation: 'get' | 'update' | 'upsert',
	table: string,
	filters: Array<[column: string, condition: string, value?: string]>,
	write?: Record<string, [type: 'string' | 'number' | 'dateTime', value: string]>,
	settings?: Settings,
): Node {
	const columns = write && {
		mappingMode: 'defineBelow',
		value: Object.fromEntries(Object.entries(write).map(([name, [, value]]) => [name, value])),
		matchingColumns: [],
		schema: Object.entries(write).map(([id, [type]]) => ({
			id,
			displayName: id,
			required: false,
			defaultMatch: false,
			display: true,
			type,
			readOnly: false,
			removed: false,
		})),
		attemptToConvertTypes: false,
		convertFieldsToString: false,
	};
	const parameters = {
		resource: 'row',
		operation,
		dataTableId: { __rl: true, mode: 'name', value: table },
		matchType: 'allConditions',
		filters: {
			conditions: filters.map(([keyName, condition, keyValue]) => ({ keyName, condition, keyValue })),
		},
		...(columns ? { columns, options: {} } : { returnAll: true }),
	};
	return ofN8n(place, 'dataTable', 1.1, parameters, settings);
}

/** By each node, what comes behind it: behind the first of its outputs, the second, and so on. */
export const connect = (next: Record<string, string[]>): Workflow['connections'] =>
	Object.fromEntries(
		Object.entries(next).map(([name, outputs]) => [
			name,
			{ main: outputs.map((to) => [{ node: to, type: 'main', index: 0 }]) },
		]),
	);
