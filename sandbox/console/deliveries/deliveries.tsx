/** Every webhook delivery, newest first. */
import { useState } from 'preact/hooks';

import { api } from '../api/api';
import type { Delivery } from '../api/model';
import { state } from '../api/state';
import { useLive } from '../api/useLive';
import { hrefTo } from '../route';
import { More } from '../ui/more';
import { chosenFilter, ShowFilter } from '../ui/showFilter';
import { DeliveryList } from './deliveryList';
import { TestEvent } from './testEvent';

const STEP = 50;
const FILTERS = [
	['', 'All'],
	['pending', 'Waiting'],
	['delivered', 'Received'],
	['failed', 'Given up'],
	['fault', 'With a fault'],
] as const;

function matches({ status, attempts }: Delivery, filter: string): boolean {
	if (filter === 'fault') return attempts.some(({ fault }) => fault !== null);
	return filter === '' || status === filter;
}

export function Deliveries({ opened }: { opened: string | undefined }) {
	const [limit, setLimit] = useState(STEP);
	const { value } = useLive(['deliveries'], () => api.deliveries(limit), [limit]);
	const filter = chosenFilter();
	const url = state.value?.webhook.url;
	const deliveries = value?.deliveries ?? [];
	return (
		<>
			<div class="view-head">
				<div>
					<h1>Deliveries</h1>
					<p class="hint">
						{url == null ? (
							<>
								No receiver yet. Under <a href={hrefTo('settings')}>Settings</a>, enter the trigger's
								Production URL, or its Test URL while it listens for a test event.
							</>
						) : (
							<>
								Signed events go to <code>{url}</code>
							</>
						)}
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
