/** Whoever gives each letter an ID of its own mostly expects that running it again orders nothing twice. */
import { ofOneRun } from '../../shared/failures/requestFailure';
import type { KeyedOrder } from '../letter/order';
import { KEY_MODE_LABEL, KEY_MODES } from './keyFields';

/** What to say above the output of such an order, where its keys hold in this run alone. */
export function repeatHint(orders: KeyedOrder[]): string | undefined {
	const ids = orders.flatMap(({ letters }) => letters.map(({ card }) => card.external_id));
	const areOwn = ids.length > 0 && !ids.includes(undefined) && new Set(ids).size === ids.length;
	if (!areOwn || !orders.every(({ key }) => ofOneRun(key.keptBy))) return undefined;
	return `Running this again orders again: ${KEY_MODE_LABEL} is set to ${KEY_MODES.automatic}. Each letter has an External ID of its own, so from the next orders on, ${KEY_MODES.externalId} would prevent that.`;
}
