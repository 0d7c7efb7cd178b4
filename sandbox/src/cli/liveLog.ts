/** The live log: one line for each call to `/v1` and each attempt to deliver a webhook. */
import type { Watcher } from '../state/changes';
import { deliveryLine, requestLine } from './output';

type Delivery = Parameters<Watcher['delivery']>[0];

export function liveLog(print: (line: string) => void): Watcher {
	const shown = new WeakMap<Delivery, number>();
	return {
		call: (call) => print(requestLine(call)),
		delivery: (delivery) => {
			const tries = delivery.attempts.length;
			if (tries <= (shown.get(delivery) ?? 0)) return;
			shown.set(delivery, tries);
			print(deliveryLine({ ...delivery, attempts: [...delivery.attempts] }));
		},
	};
}
