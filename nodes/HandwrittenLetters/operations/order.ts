/** Orders the letters of a run or only checks them, as Ordering Mode says. */
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { shareByAccount, warnOfUnencrypted } from '../../n8n/account';
import { systemClock } from '../../n8n/clock';
import { isAgentTool, nameItems, readBegunAt } from '../../n8n/run';
import { refuseUnnamed } from '../letter/assignKeys';
import type { Found, Orderable, Source } from '../letter/letters';
import { ParameterReader } from '../letter/parameterReader';
import { toAgentItem } from '../report/agentItem';
import { limitWarnings, refuseOnLetterEvents, refuseTooMany, refuseUnnamedLetters } from './mayOrder';
import { readOptions } from './options';
import { readIntent } from './orderingMode';
import { send } from './send';

/**
 * The letters of all accounts are read, keyed and counted before the first request of any.
 * @throws Refusal when nothing may be sent.
 */
export async function orderOrCheck(
	context: IExecuteFunctions,
	orderable: Orderable,
	read: (source: Source) => Found,
): Promise<INodeExecutionData[]> {
	const intent = readIntent(context);
	const shares = await shareByAccount(context);
	// A retry of the execution began when the execution did, so a date it has waited for stays valid.
	const begunAt = readBegunAt(context) ?? systemClock.now();
	const names = nameItems(context);
	const timeZone = context.getTimezone();
	const parameters = new ParameterReader(context);
	const found = shares.map((share) => read({ context, parameters, names, begunAt, timeZone, ...share }));
	if (intent.does === 'order' || intent.forLater) for (const one of found) refuseUnnamed(context, one);
	const options = { ...readOptions(context), begunAt };
	let items: INodeExecutionData[];
	if (intent.does === 'check') {
		const addresses = found.flatMap(({ account }) => warnOfUnencrypted(account.baseUrl));
		const warnings = [...addresses, ...limitWarnings(found, options)];
		// n8n hands no files to an agent.
		const pictures = isAgentTool(context) ? false : options.pictures;
		const checking = { ...intent, ...options, pictures, orderable, names, warnings };
		// Loaded with the first check, with all that draws its pictures: an order needs none of it.
		const { checkLetters } = await import('../check/checkLetters.js');
		items = await checkLetters(context, found, checking);
	} else {
		refuseOnLetterEvents(context, options);
		refuseUnnamedLetters(context, found);
		refuseTooMany(context, found, options);
		items = await send(context, found, { ...options, orders: true });
	}
	return isAgentTool(context) ? items.map(toAgentItem) : items;
}
