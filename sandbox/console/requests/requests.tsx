/** The journal: what clients asked of the service, and which faults struck. */
import { useState } from 'preact/hooks';

import { api } from '../api/api';
import { shortTime } from '../api/format';
import type { JournalEntry } from '../api/model';
import { useLive } from '../api/useLive';
import { hrefTo } from '../route';
import { Copyable } from '../ui/copy';
import { More } from '../ui/more';
import { chosenFilter, ShowFilter } from '../ui/showFilter';

const STEP = 100;
const FILTERS = [
	['', 'All'],
	['refused', 'Refused'],
	['fault', 'With a fault'],
] as const;

function matches({ status, fault }: JournalEntry, filter: string): boolean {
	if (filter === 'fault') return fault !== null;
	return filter === '' || status === null || status >= 400;
}

function statusClass(status: number | null): string {
	if (status === null || status >= 500) return 'tag tag-bad';
	return status >= 400 ? 'tag tag-refused' : 'tag tag-good';
}

function Row({ entry }: { entry: JournalEntry }) {
	const { at, method, path, status, fault, idempotency_key: key, request_id: id } = entry;
	return (
		<tr class={fault === null ? undefined : 'struck'}>
			<td>
				<time dateTime={at}>{shortTime(at)}</time>
			</td>
			<td>
				<code class="call">
					<b>{method}</b> {path}
				</code>
			</td>
			<td>
				<span class={statusClass(status)}>{status ?? 'none'}</span>{' '}
				{fault !== null && <span class="tag tag-fault">{fault}</span>}
			</td>
			<td>{key === null ? '–' : <Copyable text={key} label="Idempotency-Key" />}</td>
			<td>
				<Copyable text={id} label="request_id" />
			</td>
		</tr>
	);
}

export function Requests() {
	const [limit, setLimit] = useState(STEP);
	const { value } = useLive(['requests'], () => api.requests(limit), [limit]);
	const filter = chosenFilter();
	const entries = value?.requests ?? [];
	const shown = entries.filter((entry) => matches(entry, filter));
	return (
		<>
			<div class="view-head">
				<div>
					<h1>Requests</h1>
					<p class="hint">
						Every call to <code>{location.origin}/v1</code>, refused and broken ones too. Make one go wrong
						under <a href={hrefTo('faults')}>Faults</a>.
					</p>
				</div>
			</div>
			<ShowFilter filters={FILTERS} />
			{shown.length === 0 ? (
				<p class="hint">{value === undefined ? '' : 'No such request yet.'}</p>
			) : (
				<div class="table-box" role="region" aria-label="Requests" tabIndex={0}>
					<table>
						<thead>
							<tr>
								<th scope="col">When</th>
								<th scope="col">Call</th>
								<th scope="col">Answer</th>
								<th scope="col">Idempotency-Key</th>
								<th scope="col">request_id</th>
							</tr>
						</thead>
						<tbody>
							{shown.map((entry) => (
								<Row key={entry.request_id} entry={entry} />
							))}
						</tbody>
					</table>
				</div>
			)}
			<More shown={entries.length} total={value?.total ?? 0} onMore={() => setLimit(limit + STEP)} />
		</>
	);
}
