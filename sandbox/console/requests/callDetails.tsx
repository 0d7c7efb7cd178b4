/** All that is known of one call: what was sent, what came back, and which fields were refused. */
import type { JournalEntry, RecordedMessage } from '../api/model';
import { Copyable, CopyButton } from '../ui/copy';
import { words } from '../words/words';
import { bodyLines, fieldsIn } from './bodyLines';
import { curlOf } from './curl';

function Message({
	title,
	start,
	message,
	faulty = new Set(),
}: {
	title: string;
	start: string;
	message: RecordedMessage;
	faulty?: ReadonlySet<string>;
}) {
	const { headers, body } = message;
	const head = [start, ...Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`)];
	return (
		<section class="call-message">
			<h3>{title}</h3>
			<pre tabIndex={0} aria-label={title}>
				{head.join('\n')}
				{body !== null && '\n\n'}
				{body !== null &&
					bodyLines(body).map(({ text, path }, i) => (
						<span key={i}>
							{path !== null && faulty.has(path) ? <mark>{text}</mark> : text}
							{'\n'}
						</span>
					))}
			</pre>
		</section>
	);
}

export function CallDetails({ entry }: { entry: JournalEntry }) {
	const { method, path, status, error, request, answer, idempotency_key: key, request_id: id } = entry;
	return (
		<div class="call-details">
			{error !== null && <p class="call-error">{error}</p>}
			<p class="call-ids">
				<span>request_id</span> <Copyable text={id} label="request_id" />
				{key !== null && (
					<>
						<span>Idempotency-Key</span> <Copyable text={key} label="Idempotency-Key" />
					</>
				)}
				{request !== null && (
					<span class="call-curl">
						{words.requests.asCurl}{' '}
						<CopyButton text={curlOf(entry, request, location.origin)} label={words.requests.asCurl} />
					</span>
				)}
			</p>
			{request === null ? (
				<p class="hint">{words.requests.notKept}</p>
			) : (
				<div class="call-messages">
					<Message
						title={words.requests.request}
						start={`${method} ${path}`}
						message={request}
						faulty={fieldsIn(error)}
					/>
					{answer === null ? (
						<p class="hint">{words.requests.noAnswer}</p>
					) : (
						<Message title={words.requests.answer} start={String(status ?? '')} message={answer} />
					)}
				</div>
			)}
		</div>
	);
}
