/** One of several processes that send letters of the same account, as n8n's workers do: n8n's engine alone. */
import '../../../tools/engine/setup';

import { DEFAULTS } from '../../../sandbox/src/defaults';
import { runActionNode } from '../../../tools/engine/engine';
import { sampleLetter } from '../../../tools/sampleLetter';
import { answerParent } from '../../childProgram';
import { recipientExpressions } from '../setUps';

/** The letters of one process. */
export interface Share {
	apiKey: string;
	baseUrl: string;
	/** Number of the first letter, and how many follow it. */
	first: number;
	letters: number;
}

export interface Sent {
	ids: string[];
	error?: string;
}

async function send({ apiKey, baseUrl, first, letters }: Share): Promise<Sent> {
	const { outputs, error } = await runActionNode({
		parameters: {
			resource: 'card',
			operation: 'create',
			orderingMode: 'order',
			...recipientExpressions,
			message: '={{ $json.message }}',
			externalId: '={{ $json.external_id }}',
		},
		items: Array.from({ length: letters }, (_none, index) => ({ json: sampleLetter(first + index) })),
		credential: {
			apiKey,
			baseUrl,
			webhookSecret: '',
			previousWebhookSecret: '',
			headerPrefix: DEFAULTS.headerPrefix,
		},
	});
	return {
		ids: (outputs[0] ?? []).flatMap(({ json: { id } }) => (typeof id === 'string' ? [id] : [])),
		error: error?.message,
	};
}

answerParent((share) => send(share as Share));
process.send?.('ready');
