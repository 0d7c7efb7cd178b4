/** The journal: what clients asked of the service, and which faults struck. */
import { useState } from 'preact/hooks';

import { api } from '../api/api';
import { shortTime } from '../api/format';
import type { JournalEntry } from '../api/model';
import { useLive } from '../api/useLive';
import { useWalking } from '../keys';
import { hrefTo, searchedText } from '../route';
import { More } from '../ui/more';
import { Row } from '../ui/row';
import { Search } from '../ui/search';
import { chosenFilter, ShowFilter } from '../ui/showFilter';
import { fill, words } from '../words/words';
import { aboutOf } from './about';
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

function CallRow({ entry, isNamed }: { entry: JournalEntry; isNamed: boolean }) {
	const { at, method, path, status, fault, error, request_id: id } = entry;
	return (
		<Row
			id={id}
			kind="call"
			isStruck={fault !== null}
			isNamed={isNamed}
			head={
				<>
					<span class={statusClass(status)}>{status ?? words.requests.none}</span>
					<code class="call-path">
						<b>{method}</b> {path}
					</code>
					{(fault !== null || error !== null) && (
						<span class="call-reason">
							{fault !== null && <span class="tag tag-fault">{fault}</span>} {error}
						</span>
					)}
					<time dateTime={at}>{shortTime(at)}</time>
					<span class="call-about">
						{aboutOf(entry).map(([label, value]) => (
							<span key={label}>
								{label} <code>{value}</code>
							</span>
						))}
					</span>
				</>
			}
			details={() => <CallDetails entry={entry} />}
		/>
	);
}

export function Requests({ opened }: { opened: string | undefined }) {
	const [limit, setLimit] = useState(STEP);
	useWalking();
	const text = searchedText();
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
				<Search label={words.requests.search} hint={words.requests.searchHint} />
			</div>
			{value?.total === 0 ? (
				<p class="hint">{isWhole ? words.requests.noneYet : words.requests.noMatch}</p>
			) : (
				<ul class="rows">
					{entries.map((entry) => (
						<CallRow key={entry.request_id} entry={entry} isNamed={entry.request_id === opened} />
					))}
				</ul>
			)}
			<More shown={entries.length} total={value?.total ?? 0} onMore={() => setLimit(limit + STEP)} />
		</>
	);
}
