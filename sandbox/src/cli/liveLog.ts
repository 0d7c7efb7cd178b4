/** The live log: one line for each call to `/v1` and each attempt to deliver a webhook. */
import type { Watcher } from '../state/changes';
import { deliveryLine, requestLine } from './output';

type Delivery = Parameters<Watcher['delivery']>[0];

export function liveLog(print: (line: string) => void): Watcher {
	const shown = new WeakMap<Delivery, number>();
	return {
		call: (call) => print(requestLine(call)),
		delivery: (delivery) => {
			const { attempts } = delivery;
			// Of one read from a data folder, the attempts before are not news.
			const before = shown.get(delivery) ?? Math.max(attempts.length - 1, 0);
			for (let tries = before + 1; tries <= attempts.length; tries += 1) {
				print(deliveryLine({ ...delivery, attempts: attempts.slice(0, tries) }));
			}
			shown.set(delivery, attempts.length);
		},
	};
}
