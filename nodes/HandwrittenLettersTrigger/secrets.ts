/** The part of the credential that the trigger needs, and what makes it unusable. */
import { DEFAULT_HEADER_PREFIX } from '../contract/contract';

export interface Secrets {
	webhookSecret?: string;
	previousWebhookSecret?: string;
	headerPrefix?: string;
}

/**
 * Both live secrets exactly as entered; `verifySignature` leaves out those that are none. Nothing else of
 * the credential is kept: not its API key.
 */
export function acceptedSecrets({ webhookSecret, previousWebhookSecret, headerPrefix }: Secrets) {
	return {
		secrets: [webhookSecret ?? '', previousWebhookSecret ?? ''],
		headerPrefix: (headerPrefix ?? '').trim().replace(/-+$/, '') || DEFAULT_HEADER_PREFIX,
	};
}

/** Why the trigger must not start, or undefined. Holds all in one sentence: n8n shows nothing else. */
export function secretFault({ webhookSecret = '', previousWebhookSecret = '' }: Secrets): string | undefined {
	if (webhookSecret.trim() === '') {
		return 'The credential has no webhook secret. Without it, the trigger cannot tell a forged event from a genuine one, so it does not start. Enter the webhook secret in the Handwritten Letters API credential.';
	}
	const fields = { 'webhook secret': webhookSecret, 'previous webhook secret': previousWebhookSecret };
	for (const [field, secret] of Object.entries(fields)) {
		if (secret !== secret.trim()) {
			return `The ${field} in the Handwritten Letters API credential begins or ends with white space, which copying often adds. No event would match it, so the trigger does not start: enter it again without the white space.`;
		}
	}
	return undefined;
}

/** For the log, each time a trigger starts: nothing else reminds of it. */
export const PREVIOUS_SECRET_ACCEPTED =
	'Handwritten Letters Trigger still accepts events signed with the previous webhook secret. Clear Previous Webhook Secret in the Handwritten Letters API credential 24 hours after the service has switched to the new one.';
