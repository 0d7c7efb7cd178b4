/** `requests --follow`: each new call as it comes. */
import { setTimeout as sleep } from 'node:timers/promises';

import type { ControlClient, Query } from '../client/controlClient';
import type { RecordedRequest } from '../library/types';

const PAUSE_MS = 200;
/** More than come between two looks. */
const MOST_NEW = 1000;

/** Ends with the program, or with an error once no sandbox answers any more. */
export async function follow(
	client: ControlClient,
	query: Query,
	show: (call: RecordedRequest) => void,
): Promise<never> {
	const look = () => client.requests({ ...query, limit: MOST_NEW });
	let seen = new Set((await look()).map((call) => call.request_id));
	for (;;) {
		await sleep(PAUSE_MS);
		const newest = await look();
		for (const call of newest.toReversed()) if (!seen.has(call.request_id)) show(call);
		seen = new Set(newest.map((call) => call.request_id));
	}
}
