/** The nodes that are compared, and the letters all of them are fed. */
import { ACTION, CREDENTIAL } from '../../tools/n8n/examples';
import type { WorkflowNode } from '../../tools/n8n/n8nClient';
import { node } from '../../tools/n8n/scenes/scene';
import { sampleLetter } from '../../tools/sampleLetter';

export const SENDER = 'Send';

/** What n8n holds of one account: the same key, once for each kind of node. */
export interface Account {
	own: { id: string; name: string };
	bearer: { id: string; name: string };
	baseUrl: string;
}

export interface SetUp {
	id: string;
	title: string;
	/** This package's node, or n8n's HTTP Request node. */
	own: boolean;
	node: (account: Account) => WorkflowNode;
}

/** What n8n gets; it sends these as they are. */
export function makeLetters(count: number): object[] {
	return Array.from({ length: count }, (_, index) => {
		const letter = sampleLetter(index);
		return { ...letter, to: { ...letter.to, country: 'BR' } };
	});
}

/** More than any run here orders; the default stops far smaller runs. */
const MANY_LETTERS = 100_000;

/** The recipient of a letter, each field as an expression. */
export const recipientExpressions = {
	name: '={{ $json.to.name }}',
	addressLine1: '={{ $json.to.address_line1 }}',
	addressLine2: '={{ $json.to.address_line2 }}',
	city: '={{ $json.to.city }}',
	state: '={{ $json.to.state }}',
	zip: '={{ $json.to.zip }}',
	country: '={{ $json.to.country }}',
};

/** Every field of a letter, as an expression. */
export const fieldExpressions = {
	...recipientExpressions,
	message: '={{ $json.message }}',
	style: '={{ $json.style }}',
	externalId: '={{ $json.external_id }}',
};

function letters(id: string, title: string, options: Record<string, unknown> = {}): SetUp {
	return {
		id,
		title,
		own: true,
		node: ({ own }) => ({
			...node(SENDER, ACTION, 1, 2, {
				resource: 'card',
				operation: 'create',
				orderingMode: 'order',
				...recipientExpressions,
				message: fieldExpressions.message,
				style: { __rl: true, mode: 'id', value: fieldExpressions.style },
				externalId: fieldExpressions.externalId,
				options: { maxLettersPerRun: MANY_LETTERS, ...options },
			}),
			credentials: { [CREDENTIAL]: own },
		}),
	};
}

const RETRY = { retryOnFail: true, maxTries: 5, waitBetweenTries: 5000 };
const NEW_KEY_EACH_TIME = '={{ $execution.id }}-{{ Math.random() }}';
const OWN_KEY = '={{ $json.external_id }}';

function http(
	id: string,
	title: string,
	{ key, settings = {}, options = {} }: { key: string; settings?: object; options?: object },
): SetUp {
	return {
		id,
		title,
		own: false,
		node: ({ bearer, baseUrl }) => ({
			...node(SENDER, 'n8n-nodes-base.httpRequest', 4.5, 2, {
				method: 'POST',
				url: `${baseUrl}/cards`,
				authentication: 'genericCredentialType',
				genericAuthType: 'httpBearerAuth',
				sendHeaders: true,
				headerParameters: { parameters: [{ name: 'Idempotency-Key', value: key }] },
				sendBody: true,
				contentType: 'json',
				specifyBody: 'json',
				jsonBody: '={{ $json }}',
				options,
			}),
			credentials: { httpBearerAuth: bearer },
			...settings,
		}),
	};
}

export const ownNode = letters('own', 'This node');
export const oneAtATime = letters('one-at-a-time', 'Letters at Once 1', { maxInFlight: 1 });
export const httpDefault = http('http', 'HTTP Request', { key: NEW_KEY_EACH_TIME });
export const httpRetry = http('http-retry', 'HTTP Request, Retry On Fail', {
	key: NEW_KEY_EACH_TIME,
	settings: RETRY,
});
export const httpRetryKey = http('http-retry-key', 'HTTP Request, Retry On Fail, own key', {
	key: OWN_KEY,
	settings: RETRY,
});

/** The service's limit, known and typed in by hand; wrong as soon as the limit changes. */
export function httpBatched(batchSize: number, batchInterval: number): SetUp {
	return http('http-batched', `HTTP Request, batches of ${batchSize} every ${batchInterval / 1000} s`, {
		key: OWN_KEY,
		options: { batching: { batch: { batchSize, batchInterval } } },
	});
}
