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
import { fill, words } from '../words/words';

const STEP = 100;
const FILTERS = [
	['', words.ui.all],
	['refused', words.requests.refused],
	['fault', words.ui.withFault],
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
				<span class={statusClass(status)}>{status ?? words.requests.none}</span>{' '}
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
					<h1>{words.shell.requests}</h1>
					<p class="hint">
						{fill(words.requests.about, {
							url: <code>{location.origin}/v1</code>,
							faults: <a href={hrefTo('faults')}>{words.shell.faults}</a>,
						})}
					</p>
				</div>
			</div>
			<ShowFilter filters={FILTERS} />
			{shown.length === 0 ? (
				<p class="hint">{value === undefined ? '' : words.requests.noSuch}</p>
			) : (
				<div class="table-box" role="region" aria-label={words.shell.requests} tabIndex={0}>
					<table>
						<thead>
							<tr>
								<th scope="col">{words.requests.when}</th>
								<th scope="col">{words.requests.call}</th>
								<th scope="col">{words.requests.answer}</th>
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
