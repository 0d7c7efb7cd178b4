/** The attempts of a delivery: what was sent, what came back. */
import { shortTime } from '../api/format';
import type { Attempt, Delivery } from '../api/model';
import { Snippet } from '../ui/copy';

function outcome({ status, error }: Attempt): string {
	return status === null ? (error ?? 'no answer') : `answered ${status}`;
}

function isGood({ status }: Attempt): boolean {
	return status !== null && status >= 200 && status < 300;
}

function AttemptDetails({ attempt, number }: { attempt: Attempt; number: number }) {
	const headers = Object.entries(attempt.headers).map(([name, value]) => `${name}: ${value}`);
	return (
		<li class={isGood(attempt) ? 'attempt' : 'attempt attempt-bad'}>
			<p class="attempt-line">
				<strong>Attempt {number}</strong>
				<span>{outcome(attempt)}</span>
				{attempt.fault !== null && <span class="tag tag-fault">{attempt.fault}</span>}
				<span class="quiet-text">{Math.round(attempt.duration_ms)} ms</span>
				<time dateTime={attempt.at}>{shortTime(attempt.at)}</time>
			</p>
			<Snippet text={`POST ${attempt.url}\n${headers.join('\n')}`} label="request headers" />
			{attempt.answer !== null && attempt.answer !== '' && (
				<>
					<h4>Answer</h4>
					<Snippet text={attempt.answer} label="answer" />
				</>
			)}
		</li>
	);
}

export function Attempts({ delivery: { attempts, body } }: { delivery: Delivery }) {
	return (
		<div class="attempts">
			<h4>Body, the same on every attempt</h4>
			{/* Not indented: the signature is over these very bytes. */}
			<Snippet text={body} label="body" />
			{attempts.length === 0 && <p class="hint">Not sent yet.</p>}
			<ol>
				{attempts.map((attempt, i) => (
					<AttemptDetails key={i} attempt={attempt} number={i + 1} />
				))}
			</ol>
		</div>
	);
}
