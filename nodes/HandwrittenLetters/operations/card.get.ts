/** Letter > Get: one letter with its timeline (spec, Endpoints: GET /cards/{id}). */
import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { shareByAccount } from '../../n8n/account';
import type { Fault, Problem } from '../../words/refusal';
import type { Found } from '../letter/letters';
import { LETTER } from '../letter/letters';
import { ParameterReader } from '../letter/parameterReader';
import { describeDamage, readText } from '../letter/textRules';
import { OUTPUTS } from '../report/outputs';
import type { Request } from '../service/request';
import type { Operation } from './operation';
import { optionsField } from './options';
import { ask } from './send';

const CARD_ID_LABEL = 'Letter ID';

/** Of an item of a check, such as this node gets in the editor. */
const ONLY_CHECKED = 'is empty, because the letter was only checked: it has an ID once it is ordered';

/** In an address, they lead to another one. */
const NOT_SENT = /^\.\.?$/;

/** A gap or a word such as `null` in an id costs an answer 404 and no letter, so it may stand. */
function readCardId(
	parameters: ParameterReader,
	outcome: unknown,
	itemIndex: number,
): { id: string; faults: Fault[] } {
	const faults: Fault[] = [];
	const field = parameters.readField('cardId', itemIndex);
	const id = readText(field, CARD_ID_LABEL, faults, { mayBeEmpty: true, isMeant: true })?.trim() ?? '';
	const empty = outcome === 'fine' ? ONLY_CHECKED : 'is empty';
	const text = id === '' ? empty : NOT_SENT.test(id) ? 'is not an ID' : describeDamage(id);
	if (faults.length === 0 && text !== undefined) faults.push({ field: CARD_ID_LABEL, text });
	return { id, faults };
}

/**
 * Sends a request for each item that names a letter.
 * @param toAsked what is asked for the letter at this path
 */
export async function askOfLetters(
	context: IExecuteFunctions,
	toAsked: (path: string) => Pick<Request, 'effect' | 'method' | 'path' | 'body' | 'key' | 'answer'>,
): Promise<INodeExecutionData[]> {
	const parameters = new ParameterReader(context);
	const items = context.getInputData();
	const shares = await shareByAccount(context);
	const found = shares.map(({ account, itemIndexes }): Found => {
		const requests: Request[] = [];
		const problems: Problem[] = [];
		for (const itemIndex of itemIndexes) {
			const { id, faults } = readCardId(parameters, items[itemIndex]?.json.outcome, itemIndex);
			problems.push(...faults.map((fault) => ({ itemIndex, ...fault })));
			if (faults.length > 0) continue;
			const asked = toAsked(`/cards/${encodeURIComponent(id)}`);
			requests.push({ ...asked, noun: 'letter', id, itemIndexes: [itemIndex], letters: [] });
		}
		return { account, requests, problems, drafts: [], skipped: [] };
	});
	return await ask(context, found);
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
		await askOfLetters(context, (path) => ({ effect: 'none', method: 'GET', path, answer: LETTER.answer })),
};
