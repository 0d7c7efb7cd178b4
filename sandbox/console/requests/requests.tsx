/** The journal: what clients asked of the service, and which faults struck. */
import { useRef, useState } from 'preact/hooks';

import { api } from '../api/api';
import { shortTime } from '../api/format';
import type { JournalEntry } from '../api/model';
import { useLive } from '../api/useLive';
import { hrefTo } from '../route';
import { Icon } from '../ui/icon';
import { More } from '../ui/more';
import { chosenFilter, ShowFilter } from '../ui/showFilter';
import { fill, words } from '../words/words';
import { CallDetails } from './callDetails';

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

const SETTLED_MS = 200;

/** What is looked for; told once the typing pauses. */
function Search({ onSearch }: { onSearch: (text: string) => void }) {
	const timer = useRef<number>();
	return (
		<label class="search">
			<Icon name="search" />
			<span class="sr-only">{words.requests.search}</span>
			<input
				type="search"
				placeholder={words.requests.search}
				onInput={({ currentTarget: { value } }) => {
					clearTimeout(timer.current);
					timer.current = window.setTimeout(() => onSearch(value.trim()), SETTLED_MS);
				}}
			/>
		</label>
	);
}

export function Requests() {
	const [limit, setLimit] = useState(STEP);
	const [text, setText] = useState('');
	const { value } = useLive(['requests'], () => api.requests(limit, text), [limit, text]);
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
				<Search onSearch={setText} />
			</div>
			<ShowFilter filters={FILTERS} />
			{shown.length === 0 ? (
				<p class="hint">{value === undefined ? '' : words.requests.noSuch}</p>
			) : (
				<ul class="call-list">
					{shown.map((entry) => (
						<Row key={entry.request_id} entry={entry} />
					))}
				</ul>
			)}
			<More shown={entries.length} total={value?.total ?? 0} onMore={() => setLimit(limit + STEP)} />
		</>
	);
}
