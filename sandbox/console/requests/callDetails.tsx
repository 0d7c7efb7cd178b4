/** All that is known of one call: what was sent, what came back, and which fields were refused. */
import type { JournalEntry } from '../api/model';
import { fieldsIn } from '../ui/bodyLines';
import { Copyable, CopyText } from '../ui/copy';
import { curlOf } from '../ui/curl';
import { Message } from '../ui/message';
import { words } from '../words/words';

export function CallDetails({ entry }: { entry: JournalEntry }) {
	const { method, path, status, error, request, answer, idempotency_key: key, request_id: id } = entry;
	return (
		<div class="details">
			{error !== null && <p class="call-error">{error}</p>}
			<p class="ids">
				<span>request_id</span> <Copyable text={id} label="request_id" />
				{key !== null && (
					<>
						<span>Idempotency-Key</span> <Copyable text={key} label="Idempotency-Key" />
					</>
				)}
				{request !== null && (
					<CopyText text={curlOf(entry, request, location.origin)} label={words.ui.asCurl} />
				)}
			</p>
			{request === null ? (
				<p class="hint">{words.requests.notKept}</p>
			) : (
				<div class="messages">
					<Message
						title={words.ui.request}
						start={`${method} ${path}`}
						{...request}
						faulty={fieldsIn(error)}
					/>
					{answer === null ? (
						<p class="hint">{words.requests.noAnswer}</p>
					) : (
						<Message title={words.ui.answer} start={String(status ?? '')} {...answer} />
					)}
				</div>
			)}
		</div>
	);
}
