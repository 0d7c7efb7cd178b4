/** What this project asks of its own node, and whether the figures show it. */
import type { Target } from '../report';
import { format, ratioTarget } from '../report';
import type { Result } from './results';
import { duplicates, MAX_IN_FLIGHT, MEGABYTE, mid, plainHttp } from './results';
import { LIMIT, WINDOW_SECONDS } from './scenarios';

/**
 * Seconds the limit itself costs. A window starts with its first request, so the first letters
 * leave at once and the last ones as soon as the last window opens: one window less than needed.
 */
export function limitSeconds(letters: number, windowSeconds: number): number {
	return (Math.ceil(letters / LIMIT) - 1) * windowSeconds;
}

export function targets(results: Result[]): Target[] {
	return results
		.filter(({ setUp }) => setUp.own)
		.flatMap((result) => [everyLetterOnce(result), ...special(result, plainHttp(results, result))]);
}

function nameOf({ scenario, setUp }: Result, what: string): string {
	return `(${scenario.letter}) ${setUp.title}: ${what}`;
}

function everyLetterOnce(result: Result): Target {
	const { letters } = result.scenario;
	return {
		what: nameOf(result, 'letters, duplicates, ids'),
		measured: [mid(result, 'created'), duplicates(result), mid(result, 'ids')].map(format).join(' / '),
		wanted: [letters, 0, letters].map(format).join(' / '),
		met: result.runs.every(({ created, distinct, ids }) =>
			[created, distinct, ids].every((count) => count === letters),
		),
	};
}

/** What only one scenario asks. */
function special(result: Result, http: Result | undefined): Target[] {
	switch (result.scenario.id) {
		case 'limit':
			return [
				fewRefused(result),
				ratioTarget(nameOf(result, 'time, against what the limit needs'), 1.03, 's', [
					mid(result, 'seconds'),
					limitSeconds(result.scenario.letters, WINDOW_SECONDS),
				]),
			];
		case 'cuts':
			return [];
		case 'latency':
			return [
				fewInFlight(result),
				ratioTarget(nameOf(result, 'time, against HTTP Request'), 1, 's', [
					mid(result, 'seconds'),
					http ? mid(http, 'seconds') : NaN,
				]),
			];
		case 'volume':
			return [
				ratioTarget(nameOf(result, 'memory growth, against HTTP Request'), 1.2, 'MB', [
					mid(result, 'grownBytes') / MEGABYTE,
					http ? mid(http, 'grownBytes') / MEGABYTE : NaN,
				]),
			];
	}
}

function fewRefused(result: Result): Target {
	const share = (100 * mid(result, 'throttled')) / mid(result, 'requests');
	return {
		what: nameOf(result, 'requests answered 429'),
		measured: `${share.toFixed(1)} %`,
		wanted: 'at most 1 %',
		met: share <= 1,
	};
}

function fewInFlight(result: Result): Target {
	const most = Math.max(...result.runs.map(({ mostInFlight }) => mostInFlight));
	return {
		what: nameOf(result, 'requests in flight'),
		measured: String(most),
		wanted: `at most ${MAX_IN_FLIGHT}`,
		met: most <= MAX_IN_FLIGHT,
	};
}
