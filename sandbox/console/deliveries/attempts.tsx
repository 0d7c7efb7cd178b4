/** The attempts of a delivery: what was sent, what came back. */
import { count, shortTime } from '../api/format';
import type { Attempt, Delivery } from '../api/model';
import { hrefTo } from '../route';
import { Copyable, CopyText } from '../ui/copy';
import { curlOf } from '../ui/curl';
import { Icon } from '../ui/icon';
import { Message } from '../ui/message';
import { Why } from '../ui/why';
import { fill, fillText, words } from '../words/words';
import { SignatureNote } from './signature';
import { SignatureBox } from './signatureBox';

function outcome({ status, error }: Attempt): string {
	return status === null
		? (error ?? words.deliveries.noAnswer)
		: fillText(words.deliveries.answered, { status });
}

function isGood({ status }: Attempt): boolean {
	return status !== null && status >= 200 && status < 300;
}

function AttemptLine({ attempt, number }: { attempt: Attempt; number: number }) {
	return (
		<summary class="attempt-line">
			<Icon name="right" />
			<strong>{fillText(words.deliveries.attempt, { number })}</strong>
			<span>{outcome(attempt)}</span>
			{attempt.fault !== null && <span class="tag tag-fault">{attempt.fault}</span>}
			<span class="quiet-text">
				{fillText(words.deliveries.milliseconds, { number: count(Math.round(attempt.duration_ms)) })}
			</span>
			<time dateTime={attempt.at}>{shortTime(attempt.at)}</time>
		</summary>
	);
}

/** The receiver's own words are in its answer. */
function WhyRefused({ attempt }: { attempt: Attempt }) {
	const { status, error, fault } = attempt;
	if (isGood(attempt) && fault === null) return null;
	const text = status === null ? error : fillText(words.why.byReceiver, { status });
	const faults = <a href={hrefTo('faults')}>{words.shell.faults}</a>;
	return (
		<Why>
			{!isGood(attempt) && <p>{text ?? words.deliveries.noAnswer}</p>}
			{fault !== null && <p>{fill(words.deliveries.byFault, { fault: <code>{fault}</code>, faults })}</p>}
		</Why>
	);
}

interface MessagesProps {
	readonly attempt: Attempt;
	readonly body: string;
	/** The delivery's id where the attempt is its newest. */
	readonly delivery: string | undefined;
}

function AttemptMessages({ attempt, body, delivery }: MessagesProps) {
	const { url, headers, status, answer, error } = attempt;
	const call = { method: 'POST', path: url, status };
	return (
		<>
			<WhyRefused attempt={attempt} />
			<p class="ids">
				<CopyText
					text={curlOf(call, { headers, body }, { origin: '', apiKeys: [] })}
					label={words.ui.asCurl}
				/>
				<CopyText text={body} label={words.deliveries.copyBody} />
			</p>
			<div class="messages">
				<Message title={words.deliveries.sentAs} start={`POST ${url}`} headers={headers} body={body} />
				{status === null ? (
					<p class="hint">{error ?? words.deliveries.noAnswer}</p>
				) : (
					<Message
						title={words.deliveries.answerOf}
						start={String(status)}
						body={answer === '' ? null : answer}
					/>
				)}
			</div>
			<SignatureNote attempt={attempt} body={body} />
			{delivery !== undefined && <SignatureBox delivery={delivery} />}
		</>
	);
}

/** The newest attempt lies open; what stood in those before is one click away. */
export function Attempts({ delivery: { id, attempts, body } }: { delivery: Delivery }) {
	return (
		<div class="details">
			<p class="ids">
				<a href={hrefTo('deliveries', id)}>
					<code>id</code>
				</a>{' '}
				<Copyable text={id} label="id" />
			</p>
			{attempts.length === 0 && (
				<>
					<p class="hint">{words.deliveries.notSent}</p>
					<Message title={words.deliveries.body} body={body} />
				</>
			)}
			<ol class="attempts">
				{attempts
					.map((attempt, i) => (
						<li key={i} class={isGood(attempt) ? 'attempt' : 'attempt attempt-bad'}>
							<details open={i === attempts.length - 1}>
								<AttemptLine attempt={attempt} number={i + 1} />
								<AttemptMessages
									attempt={attempt}
									body={body}
									delivery={i === attempts.length - 1 ? id : undefined}
								/>
							</details>
						</li>
					))
					.reverse()}
			</ol>
		</div>
	);
}
