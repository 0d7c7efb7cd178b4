/** Every webhook delivery, newest first. */
import { useState } from 'preact/hooks';

import { api } from '../api/api';
import type { Delivery, Receiver } from '../api/model';
import { activeReceivers } from '../api/state';
import { useLive } from '../api/useLive';
import { hrefTo } from '../route';
import { More } from '../ui/more';
import { chosenFilter, ShowFilter } from '../ui/showFilter';
import { fill, words } from '../words/words';
import { DeliveryList } from './deliveryList';
import { TestEvent } from './testEvent';

const STEP = 50;
const FILTERS = [
	['', words.ui.all],
	['pending', words.deliveries.waiting],
	['delivered', words.deliveries.received],
	['failed', words.deliveries.givenUp],
	['fault', words.ui.withFault],
] as const;

function matches({ status, attempts }: Delivery, filter: string): boolean {
	if (filter === 'fault') return attempts.some(({ fault }) => fault !== null);
	return filter === '' || status === filter;
}

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
	const { value } = useLive(['deliveries'], () => api.deliveries(limit), [limit]);
	const filter = chosenFilter();
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
			<ShowFilter filters={FILTERS} />
			{value !== undefined && (
				<DeliveryList
					deliveries={deliveries.filter((delivery) => matches(delivery, filter))}
					opened={opened}
				/>
			)}
			<More shown={deliveries.length} total={value?.total ?? 0} onMore={() => setLimit(limit + STEP)} />
		</>
	);
}
