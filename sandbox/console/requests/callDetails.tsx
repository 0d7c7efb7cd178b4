/** All that is known of one call: what was sent, what came back, and which fields were refused. */
import type { JournalEntry, RecordedMessage } from '../api/model';
import { state } from '../api/state';
import { hrefTo } from '../route';
import { fieldsIn } from '../ui/bodyLines';
import { Copyable, CopyText } from '../ui/copy';
import { curlOf } from '../ui/curl';
import { Message } from '../ui/message';
import { words } from '../words/words';
import { letterOf } from './about';
import { WhyRefused } from './whyRefused';

function gapIn({ cut, not_read: isUnread }: RecordedMessage): { gap?: string } {
	if (isUnread === true) return { gap: words.requests.notRead };
	return cut === true ? { gap: words.requests.cut } : {};
}

/** Undefined where the whole body is not known. */
function commandOf(entry: JournalEntry): string | undefined {
	if (entry.request === null || gapIn(entry.request).gap !== undefined) return undefined;
	const apiKeys = state.value?.api_keys ?? [];
	return curlOf(entry, entry.request, { origin: location.origin, apiKeys });
}

export function CallDetails({ entry }: { entry: JournalEntry }) {
	const { method, path, status, error, request, answer, idempotency_key: key, request_id: id } = entry;
	const letter = letterOf(entry);
	const command = commandOf(entry);
	return (
		<div class="details">
			<WhyRefused entry={entry} />
			<p class="ids">
				<a href={hrefTo('requests', id)}>
					<code>request_id</code>
				</a>{' '}
				<Copyable text={id} label="request_id" />
				{key !== null && (
					<>
						<span>Idempotency-Key</span> <Copyable text={key} label="Idempotency-Key" />
					</>
				)}
				{letter !== undefined && <a href={hrefTo('letters', letter)}>{words.requests.toLetter}</a>}
				{command !== undefined && <CopyText text={command} label={words.ui.asCurl} />}
			</p>
			{request === null ? (
				<p class="hint">{words.requests.notKept}</p>
			) : (
				<div class="messages">
					<Message
						title={words.ui.request}
						start={`${method} ${path}`}
						{...request}
						{...gapIn(request)}
						faulty={fieldsIn(error)}
					/>
					{answer === null ? (
						<p class="hint">{words.requests.noAnswer}</p>
					) : (
						<Message title={words.ui.answer} start={String(status ?? '')} {...answer} {...gapIn(answer)} />
					)}
				</div>
			)}
		</div>
	);
}
