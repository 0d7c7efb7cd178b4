/** Letter > Get: one letter with its timeline (spec, Endpoints: GET /cards/{id}). */
import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { z } from 'zod/v4';

import { cardSchema } from '../../contract/contract';
import type { Fault, Problem } from '../../words/refusal';
import { ParameterReader } from '../letter/parameterReader';
import { describeDamage, readText } from '../letter/textRules';
import { optionsField } from '../options/requestOptions';
import type { ServiceRequest } from '../service/exchange';
import type { Job } from '../service/job';
import type { Operation } from './operation';
import { OUTPUTS } from './operation';
import { meansOfReading, runJobs } from './runJobs';

const CARD_ID_LABEL = 'Letter ID';

/** Of an item of a check, such as this node gets in the editor. */
const ONLY_CHECKED = 'is empty, because the letter was only checked: it has an ID once it is ordered';

/** In an address, they lead to another one. */
const NOT_SENT = /^\.\.?$/;

/** A gap or a word such as `null` in an id costs an answer 404 and no letter, so it may stand. */
function readCardId(
	parameters: ParameterReader,
	{ json: { outcome } }: INodeExecutionData,
	itemIndex: number,
): { id: string } | { faults: Fault[] } {
	const faults: Fault[] = [];
	const field = parameters.readText('cardId', itemIndex);
	const id = readText(field, CARD_ID_LABEL, faults, { mayBeEmpty: true, isMeant: true })?.trim() ?? '';
	const empty = outcome === 'fine' ? ONLY_CHECKED : 'is empty';
	const text = id === '' ? empty : NOT_SENT.test(id) ? 'is not an ID' : describeDamage(id);
	if (faults.length === 0 && text !== undefined) faults.push({ field: CARD_ID_LABEL, text });
	return faults.length === 0 ? { id } : { faults };
}

/**
 * Sends a request for each item that names a letter.
 * @param answer What a good answer is.
 */
export async function askOfLetters(
	context: IExecuteFunctions,
	answer: z.ZodType,
	requestOf: (path: string) => ServiceRequest,
): Promise<INodeExecutionData[]> {
	const jobs: Job[] = [];
	const problems: Problem[] = [];
	const parameters = new ParameterReader(context);
	context.getInputData().forEach((item, itemIndex) => {
		const read = readCardId(parameters, item, itemIndex);
		if ('faults' in read) {
			problems.push(...read.faults.map((fault) => ({ itemIndex, ...fault })));
			return;
		}
		const request = requestOf(`/cards/${encodeURIComponent(read.id)}`);
		jobs.push({
			itemIndexes: [itemIndex],
			request,
			subject: { noun: 'letter', effect: request.effect, id: read.id },
		});
	});
	const plan = { jobs, problems, heldBack: [] };
	const matches = (body: unknown) => answer.safeParse(body).success;
	return await runJobs(context, plan, { matches }, await meansOfReading(context));
}

/** Names the letter that an operation is about. */
export const cardIdField: INodeProperties = {
	displayName: CARD_ID_LABEL,
	name: 'cardId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. crd_8f14e45f',
	description: 'The ID that the service returned when the letter was created',
};

export const getCard: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get a letter',
	description: 'Get a letter with its status, tracking data and timeline of events',
	fields: [cardIdField, optionsField],
	output: OUTPUTS.getCard,
	execute: async (context) =>
		await askOfLetters(context, cardSchema, (path) => ({ effect: 'none', method: 'GET', path })),
};
