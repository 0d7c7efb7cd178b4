/** What a run shows beside the baseline: letters doubled or lost, events taken or refused in the wrong. */
import { deliveryLine, requestLine } from '../cli/output';
import type { Attempt, Delivery, Letter, Order, RecordedRequest } from '../library/types';
import type { Outcome } from './run';
import { isForged } from './trials';

export interface Finding {
	readonly kind: 'doubled' | 'lost' | 'fail open' | 'not taken';
	readonly what: string;
	/** The calls or attempts that show it, one a line. */
	readonly evidence: readonly string[];
}

const isTaken = ({ status }: Attempt): boolean => status !== null && status >= 200 && status < 300;

/** What is printed and where it goes: two letters of equal contents are twice the same on paper. */
function contentsOf({ to, template, message, style }: Order): string {
	const { name, address_line1, address_line2, city, state, zip, country } = to;
	return JSON.stringify([
		name,
		address_line1,
		address_line2,
		city,
		state,
		zip,
		country,
		template,
		message,
		style,
	]);
}

function counted(letters: readonly Letter[]): Map<string, Letter[]> {
	const found = new Map<string, Letter[]>();
	for (const letter of letters) {
		const contents = contentsOf(letter.request);
		found.set(contents, [...(found.get(contents) ?? []), letter]);
	}
	return found;
}

function ordersIn({ request }: RecordedRequest): Order[] {
	try {
		const body = JSON.parse(request?.body ?? '') as Order & { cards?: Order[] };
		return (body.cards ?? [body]).filter((order) => typeof order.to === 'object');
	} catch {
		return [];
	}
}

function callsFor(contents: string, { calls }: Outcome): string[] {
	return calls
		.filter(
			(call) => call.method === 'POST' && ordersIn(call).some((order) => contentsOf(order) === contents),
		)
		.map(requestLine);
}

function named(letter: Letter | undefined): string {
	if (letter === undefined) return '';
	const { to, message, template } = letter.request;
	const text = (message ?? template ?? '').replaceAll(/\s+/g, ' ');
	return `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}" to ${to.name}, ${to.city}`;
}

function judgeLetters(baseline: Outcome, run: Outcome): Finding[] {
	const [before, now] = [counted(baseline.letters), counted(run.letters)];
	const isSuccess = run.ends.at(-1)?.code === 0;
	return [...new Set([...before.keys(), ...now.keys()])].flatMap((contents): Finding[] => {
		const [wanted = [], got = []] = [before.get(contents), now.get(contents)];
		const numbers = `${named(got[0] ?? wanted[0])}: ${String(got.length)} instead of ${String(wanted.length)}`;
		const finding = { what: numbers, evidence: callsFor(contents, run) };
		// One that the baseline does not have is another letter, not a double.
		if (got.length > Math.max(wanted.length, 1)) return [{ kind: 'doubled', ...finding }];
		return got.length < wanted.length && isSuccess ? [{ kind: 'lost', ...finding }] : [];
	});
}

const keyOf = ({ event, receiver }: Delivery): string => `${event} to ${receiver}`;

/** It was answered, and by nothing but refusals; where nobody answers any more, the command has ended. */
function isNotTaken({ attempts }: Delivery): boolean {
	const genuine = attempts.filter((attempt) => !isForged(attempt));
	return !attempts.some(isTaken) && genuine.some(({ status }) => status !== null);
}

function judgeEvents(baseline: Outcome, run: Outcome): Finding[] {
	const refusedAnyway = new Set(baseline.deliveries.filter(isNotTaken).map(keyOf));
	return run.deliveries.flatMap((delivery): Finding[] => {
		const { attempts } = delivery;
		const lines = (some: readonly Attempt[]) =>
			some.map((one) => deliveryLine({ ...delivery, attempts: [one] }));
		const taken = attempts.filter((attempt) => isForged(attempt) && isTaken(attempt));
		const what = keyOf(delivery);
		if (taken.length > 0) return [{ kind: 'fail open', what, evidence: lines(taken) }];
		const isNew = run === baseline || !refusedAnyway.has(what);
		return isNew && isNotTaken(delivery) ? [{ kind: 'not taken', what, evidence: lines(attempts) }] : [];
	});
}

/** The baseline beside itself shows the events that its receiver refuses without any fault. */
export function judge(baseline: Outcome, run: Outcome): Finding[] {
	return [...judgeLetters(baseline, run), ...judgeEvents(baseline, run)];
}
