/**
 * n8n answers a delivery 200 once it has stored the execution, and may then drop that before it
 * begins: a required parameter of a later node is empty, or a credential is not shared. So the answer
 * waits until the execution has begun. n8n 1 answers even before it stores the execution, and lets
 * executions wait for their slots after that: there the answer does not wait.
 */
import type { IWebhookFunctions } from 'n8n-workflow';

import { withTimeout } from '../n8n/withTimeout';
import type { Delivery } from './duplicates/seenEvents';
import { PATIENCE_MS } from './duplicates/seenEvents';

/** The longest wait seen under load was 7 seconds. */
export const HOLD_MS = 15_000;

/**
 * Its execution has not begun.
 * @param held whether n8n's answer has been held back, so that another is to be written.
 */
export type Unbegun = (waitedMs: number, held: boolean) => void;

/**
 * `end` is watched, not the event `finish`, which does not come when the sender has hung up.
 * @param answersFirst whether n8n does so; to be asked when it answers.
 */
export function holdAnswer(
	context: IWebhookFunctions,
	{ begun, decide }: Delivery,
	answersFirst: () => boolean,
	unbegun: Unbegun,
): void {
	const response = context.getResponseObject();
	const end = response.end.bind(response) as (...content: unknown[]) => typeof response;
	response.end = (...content: unknown[]) => {
		response.end = end;
		const isKept = response.statusCode < 300;
		if (!isKept || !begun) {
			decide(isKept);
			return end(...content);
		}
		const held = !answersFirst();
		if (!held) end(...content);
		const longest = held ? HOLD_MS : PATIENCE_MS;
		void withTimeout(longest, begun, false).then((hasBegun) => {
			decide(hasBegun);
			if (!hasBegun) unbegun(longest, held);
			else if (held) end(...content);
		});
		return response;
	};
}
