/** The journal: what clients asked of the service, and which faults struck. */
import { useState } from 'preact/hooks';

import { api } from '../api/api';
import { shortTime } from '../api/format';
import type { JournalEntry } from '../api/model';
import { useLive } from '../api/useLive';
import { hrefTo } from '../route';
import { Icon } from '../ui/icon';
import { More } from '../ui/more';
import { Search } from '../ui/search';
import { chosenFilter, ShowFilter } from '../ui/showFilter';
import { fill, words } from '../words/words';
import { CallDetails } from './callDetails';

const STEP = 100;
const FILTERS = [
	['', words.requests.all],
	['refused', words.requests.refused],
	['fault', words.ui.withFault],
] as const;

function statusClass(status: number | null): string {
	if (status === null || status >= 500) return 'tag tag-bad';
	return status >= 400 ? 'tag tag-refused' : 'tag tag-good';
}

function Row({ entry }: { entry: JournalEntry }) {
	const { at, method, path, status, fault, error, request_id: id } = entry;
	const [isOpen, setOpen] = useState(false);
	return (
		<li class={fault === null ? 'call-row' : 'call-row struck'}>
			<button
				type="button"
				class="call-open"
				aria-expanded={isOpen}
				aria-controls={`call-${id}`}
				onClick={() => setOpen(!isOpen)}
			>
				<Icon name="right" />
				<span class={statusClass(status)}>{status ?? words.requests.none}</span>
				<code class="call">
					<b>{method}</b> {path}
				</code>
				<span class="call-reason">
					{fault !== null && <span class="tag tag-fault">{fault}</span>} {/* Opened, it stands below. */}
					{!isOpen && error}
				</span>
				<time dateTime={at}>{shortTime(at)}</time>
			</button>
			<div id={`call-${id}`} hidden={!isOpen}>
				{isOpen && <CallDetails entry={entry} />}
			</div>
		</li>
	);
}

export function Requests() {
	const [limit, setLimit] = useState(STEP);
	const [text, setText] = useState('');
	const only = chosenFilter(FILTERS);
	const { value } = useLive(['requests'], () => api.requests({ limit, text, only }), [limit, text, only]);
	const entries = value?.requests ?? [];
	const isWhole = text === '' && only === '';
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
			<div class="list-tools">
				<ShowFilter filters={FILTERS} />
				<Search label={words.requests.search} hint={words.requests.searchHint} onSearch={setText} />
			</div>
			{value?.total === 0 ? (
				<p class="hint">{isWhole ? words.requests.noneYet : words.requests.noMatch}</p>
			) : (
				<ul class="call-list">
					{entries.map((entry) => (
						<Row key={entry.request_id} entry={entry} />
					))}
				</ul>
			)}
			<More shown={entries.length} total={value?.total ?? 0} onMore={() => setLimit(limit + STEP)} />
		</>
	);
}
