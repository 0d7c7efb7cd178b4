/** The console restates two of the contract's lists, to keep zod out of the browser. */
import { CARD_EVENTS, CARD_STATUSES } from '../../nodes/shared/contract';
import { EVENTS, STATUSES } from '../../sandbox/console/model';

test('the console knows every status and every event, in their order', () => {
	expect([STATUSES, EVENTS]).toEqual([CARD_STATUSES, CARD_EVENTS]);
});
