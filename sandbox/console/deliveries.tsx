/** Every webhook delivery, newest first. */
import { useState } from 'preact/hooks';
import { api } from './api';
import { DeliveryList } from './deliveryList';
import { More } from './more';
import type { Delivery } from './model';
import { hrefTo } from './route';
import { chosenFilter, ShowFilter } from './showFilter';
import { state } from './state';
import { TestEvent } from './testEvent';
import { useLive } from './useLive';

const STEP = 50;
const FILTERS = [
	['', 'All'],
	['pending', 'Waiting'],
	['delivered', 'Delivered'],
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
								No receiver yet. Enter the production URL of the trigger as webhook URL under{' '}
								<a href={hrefTo('settings')}>Settings</a>.
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
				<DeliveryList deliveries={deliveries.filter((delivery) => matches(delivery, filter))} opened={opened} />
			)}
			<More shown={deliveries.length} total={value?.total ?? 0} onMore={() => setLimit(limit + STEP)} />
		</>
	);
}
