/** What the tests of the trigger in n8n's engine share: triggers with events of their own, and gates. */
import type { EngineWebhook, WebhookSettings } from '../../../tools/engine/engineWebhook';
import { startTrigger } from '../../../tools/engine/engineWebhook';
import type { RawAnswer } from '../../../tools/rawRequest';
import { sendRaw } from '../../../tools/rawRequest';
import { eventBody, signedDelivery } from '../../../tools/signedDelivery';
import { eventually } from '../../../tools/waiting';
import { CREDENTIAL_DATA } from './triggerReceivers';

export function triggerScene() {
	const triggers: EngineWebhook[] = [];
	return {
		start: async (settings: Partial<WebhookSettings> = {}): Promise<EngineWebhook> => {
			const usual = { parameters: { events: ['*'] }, credential: CREDENTIAL_DATA };
			const trigger = await startTrigger({ ...usual, ...settings });
			triggers.push(trigger);
			return trigger;
		},
		send: (trigger: EngineWebhook, body: string): Promise<RawAnswer> =>
			sendRaw(trigger.url, signedDelivery({ body })),
		newEvent: () => JSON.stringify(eventBody()),
		RECEIVED: { status: 200, body: '{"received":true}' },
		DUPLICATE: { status: 200, body: '{"received":true,"duplicate":true}' },
		closeAll: async () => {
			await Promise.all(triggers.splice(0).map((trigger) => trigger.close()));
		},
	};
}

/** Holds what waits at it until it is opened, or broken. */
export function gate() {
	let waiting = 0;
	let open: () => void = () => undefined;
	let breakIt: (error: Error) => void = () => undefined;
	const opened = new Promise<void>((resolve, reject) => {
		open = resolve;
		breakIt = reject;
	});
	opened.catch(() => undefined);
	const pass = async () => {
		waiting += 1;
		await opened;
	};
	const reached = (count = 1) =>
		eventually(() => {
			if (waiting < count) throw new Error(`${waiting} of ${count} have reached the gate.`);
		}, 15_000);
	return { pass, open, breakIt, reached };
}
