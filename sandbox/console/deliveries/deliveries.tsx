/** Every webhook delivery, newest first. */
import { useState } from 'preact/hooks';

import { api } from '../api/api';
import type { Receiver } from '../api/model';
import { activeReceivers } from '../api/state';
import { useLive } from '../api/useLive';
import { useWalking } from '../keys';
import { hrefTo, searchedText } from '../route';
import { More } from '../ui/more';
import { Search } from '../ui/search';
import { chosenFilter, ShowFilter } from '../ui/showFilter';
import { fill, words } from '../words/words';
import { DeliveryList } from './deliveryList';
import { TestEvent } from './testEvent';

const STEP = 50;
const FAULT = 'fault';
const FILTERS = [
	['', words.deliveries.all],
	['pending', words.deliveries.waiting],
	['delivered', words.deliveries.received],
	['failed', words.deliveries.givenUp],
	[FAULT, words.ui.withFault],
] as const;

function Destination({ receivers }: { receivers: readonly Receiver[] }) {
	const [only, ...further] = receivers;
	if (only === undefined) {
		const settings = <a href={hrefTo('settings')}>{words.shell.settings}</a>;
		return <>{fill(words.deliveries.noReceiver, { settings })}</>;
	}
	const names = receivers.map(({ name }) => name).join(', ');
	return <>{fill(words.deliveries.goTo, { url: further.length === 0 ? <code>{only.url}</code> : names })}</>;
}

export function Deliveries({ opened }: { opened: string | undefined }) {
	const [limit, setLimit] = useState(STEP);
	useWalking();
	const text = searchedText();
	const filter = chosenFilter(FILTERS);
	const asked = { text, ...(filter === FAULT ? { only: FAULT } : { status: filter }) };
	const { value } = useLive(['deliveries'], () => api.deliveries({ limit, ...asked }), [limit, filter, text]);
	const deliveries = value?.deliveries ?? [];
	return (
		<>
			<div class="view-head">
				<div>
					<h1>{words.shell.deliveries}</h1>
					<p class="hint">
						<Destination receivers={activeReceivers.value} />
					</p>
				</div>
				<TestEvent />
			</div>
			<div class="list-tools">
				<ShowFilter filters={FILTERS} />
				<Search label={words.deliveries.search} hint={words.deliveries.searchHint} />
			</div>
			{value !== undefined && <DeliveryList deliveries={deliveries} opened={opened} />}
			<More shown={deliveries.length} total={value?.total ?? 0} onMore={() => setLimit(limit + STEP)} />
		</>
	);
}
