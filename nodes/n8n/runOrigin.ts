/** How a run began, and whether such a run orders letters or only checks them. */
import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v4';

import { readCaller, readData } from './runData';
import { SUB_WORKFLOW } from './runIdentity';

/** What a run does while Ordering Mode leaves that to how it began. */
export type Rule =
	| { does: 'order' }
	/** `because` goes on after "because this run". */
	| { does: 'check'; because: string }
	/** Nobody can know: `isLost` if n8n crashed before it had stored it. */
	| { does: 'refuse'; isLost: boolean };

const ORDER: Rule = { does: 'order' };
const REFUSE: Rule = { does: 'refuse', isLost: false };
const check = (because: string): Rule => ({ does: 'check', because });

const fromSource = (...sources: string[]) => z.object({ source: z.enum(sources) });
const fromAgent = (run: z.ZodRawShape) => z.object({ parentAgentRun: z.object(run) });
const fromAssistant = z.object({ manualData: z.object({ source: z.literal('instance_ai') }) });

/**
 * The first row that fits decides. What n8n's assistant and its agents start says `webhook`,
 * `trigger`, `chat` or `manual` like any other run, so their rows come first. An agent without a user
 * and without a task is asked by a workflow (Message an Agent), and n8n does not say how that began.
 */
const RULES: ReadonlyArray<[fits: z.ZodType, rule: Rule]> = [
	[fromAssistant, check("was started by n8n's assistant")],
	[fromAgent({ userId: z.string() }), check('was started by a person who tries out an agent')],
	[fromAgent({ integrationType: z.literal('task') }), ORDER],
	[fromAgent({}), REFUSE],
	[fromSource('manual'), check('was started in the editor')],
	[fromSource('evaluation'), check('is an evaluation')],
	[fromSource('webhook', 'trigger', 'chat', 'cli', 'error'), ORDER],
	// n8n before 2.20 stores the source with the first progress of a run.
	[fromSource('retry'), { does: 'refuse', isLost: true }],
];

export function ruleOf(context: IExecuteFunctions): Rule {
	const { manualData, parentAgentRun } = readData(context);
	const origin = { manualData, parentAgentRun, source: readSource(context) };
	return RULES.find(([fits]) => fits.safeParse(origin).success)?.[1] ?? REFUSE;
}

/** Whether a person waits for the run in front of a screen, whatever it is to do. */
export function startedInEditor(context: IExecuteFunctions): boolean {
	return ruleOf(context).does === 'check';
}

/**
 * The source of an execution stays through "Retry execution", where `getMode()` says `retry`. A called
 * workflow is what its caller is; two calls deep, that caller is a called workflow itself.
 */
function readSource(context: IExecuteFunctions): string | undefined {
	const source = context.getExecutionContext()?.source ?? context.getMode();
	return source === SUB_WORKFLOW ? readCaller(context)?.executionContext?.source : source;
}
