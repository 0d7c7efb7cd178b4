/** Card > Get: one letter with its timeline (spec, Endpoints: GET /cards/{id}). */
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { cardSchema } from '../../shared/contract';
import type { Problem } from '../input/problems';
import type { Operation } from '../operation';
import type { Job } from '../run/job';
import { optionsField } from '../run/requestOptions';
import { runJobs } from '../run/runJobs';

async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const jobs: Job[] = [];
	const problems: Problem[] = [];
	context.getInputData().forEach((_item, itemIndex) => {
		const id = context.getNodeParameter('cardId', itemIndex, '', { ensureType: 'string' }) as string;
		if (id.trim() === '') {
			problems.push({ itemIndex, field: 'Card ID', text: 'is empty' });
			return;
		}
		jobs.push({
			itemIndexes: [itemIndex],
			request: { method: 'GET', path: `/cards/${encodeURIComponent(id.trim())}` },
			subject: { noun: 'letter', orders: false, id },
		});
	});
	return await runJobs(
		context,
		{ jobs, problems, heldBack: [] },
		{
			matches: (body) => cardSchema.safeParse(body).success,
		},
	);
}

export const getCard: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get a letter',
	description: 'Get a letter with its status, tracking data and timeline of events',
	fields: [
		{
			displayName: 'Card ID',
			name: 'cardId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. crd_8f14e45f',
			description: 'Identifier the service returned when the letter was created',
		},
		optionsField,
	],
	execute,
};
