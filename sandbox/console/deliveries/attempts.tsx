/** The attempts of a delivery: what was sent, what came back. */
import { count, shortTime } from '../api/format';
import type { Attempt, Delivery } from '../api/model';
import { Snippet } from '../ui/copy';
import { fillText, words } from '../words/words';

function outcome({ status, error }: Attempt): string {
	return status === null
		? (error ?? words.deliveries.noAnswer)
		: fillText(words.deliveries.answered, { status });
}

function isGood({ status }: Attempt): boolean {
	return status !== null && status >= 200 && status < 300;
}

function AttemptDetails({ attempt, number }: { attempt: Attempt; number: number }) {
	const headers = Object.entries(attempt.headers).map(([name, value]) => `${name}: ${value}`);
	return (
		<li class={isGood(attempt) ? 'attempt' : 'attempt attempt-bad'}>
			<p class="attempt-line">
				<strong>{fillText(words.deliveries.attempt, { number })}</strong>
				<span>{outcome(attempt)}</span>
				{attempt.fault !== null && <span class="tag tag-fault">{attempt.fault}</span>}
				<span class="quiet-text">
					{fillText(words.deliveries.milliseconds, { number: count(Math.round(attempt.duration_ms)) })}
				</span>
				<time dateTime={attempt.at}>{shortTime(attempt.at)}</time>
			</p>
			<Snippet text={`POST ${attempt.url}\n${headers.join('\n')}`} label={words.deliveries.requestHeaders} />
			{attempt.answer !== null && attempt.answer !== '' && (
				<>
					<h4>{words.deliveries.answer}</h4>
					<Snippet text={attempt.answer} label={words.deliveries.answerLabel} />
				</>
			)}
		</li>
	);
}

export function Attempts({ delivery: { attempts, body } }: { delivery: Delivery }) {
	return (
		<div class="attempts">
			<h4>{words.deliveries.body}</h4>
			{/* Not indented: the signature is over these very bytes. */}
			<Snippet text={body} label={words.deliveries.bodyLabel} />
			{attempts.length === 0 && <p class="hint">{words.deliveries.notSent}</p>}
			<ol>
				{attempts.map((attempt, i) => (
					<AttemptDetails key={i} attempt={attempt} number={i + 1} />
				))}
			</ol>
		</div>
	);
}
