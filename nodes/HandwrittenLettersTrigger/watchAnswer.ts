/**
 * How n8n answers a delivery that has started an execution: 200 once that has begun (passOn.ts), and
 * an error where n8n could not store it or dropped it before it began, because a required parameter
 * of a later node is empty or a credential is not shared.
 */
import type { IWebhookFunctions } from 'n8n-workflow';

/**
 * `end` is watched, not the event `finish`, which does not come when the sender has hung up.
 * @param answered is told whether the execution has begun.
 */
export function watchAnswer(context: IWebhookFunctions, answered: (hasBegun: boolean) => void): void {
	const response = context.getResponseObject();
	const end = response.end.bind(response) as (...content: unknown[]) => typeof response;
	response.end = (...content: unknown[]) => {
		// n8n ends it at once, and answers with JSON only after it has written static data.
		if (content.length === 0) return response;
		response.end = end;
		const hasBegun = response.statusCode < 300;
		// As for everything that is to be delivered again: n8n's own word for it is 500.
		if (!hasBegun) response.statusCode = 503;
		answered(hasBegun);
		return end(...content);
	};
}
