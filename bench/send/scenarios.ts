/** What is measured: how the service behaves, with how many letters, and by which set-ups. */
import type { SetUp } from './setUps';
import { httpBatched, httpDefault, httpRetry, httpRetryKey, ownNode } from './setUps';

/** How the service behaves during a run. */
export interface Service {
	limit: number | null;
	windowSeconds?: number;
	rules: object[];
}

export interface Scenario {
	id: 'limit' | 'cuts' | 'latency' | 'volume';
	/** As the options and the report call it. */
	letter: string;
	title: string;
	letters: number;
	/** Medians are shown; every other round goes through the set-ups backwards. */
	rounds: number;
	service: Service;
	setUps: SetUp[];
	/** A new n8n process for every run: memory that an earlier run took is not given back. */
	freshN8n: boolean;
}

export const LIMIT = 100;
/** As the plans count (spec, Limits 1). */
export const WINDOW_SECONDS = 60;
export const LATENCY_MS = 20;

const post = { method: 'POST', path: '/cards' };
const count = (letters: number): string => letters.toLocaleString('en');

export function scenarios(quick: boolean): Scenario[] {
	const few = quick ? 150 : 300;
	const many = quick ? 400 : 2000;
	const most = quick ? 1000 : 10_000;
	return [
		{
			id: 'limit',
			letter: 'a',
			title: `(a) Limit of ${LIMIT} requests per ${WINDOW_SECONDS} s, ${count(few)} letters`,
			letters: few,
			rounds: 1,
			service: { limit: LIMIT, windowSeconds: WINDOW_SECONDS, rules: [] },
			setUps: [ownNode, httpDefault, httpRetry, httpRetryKey, httpBatched(LIMIT, WINDOW_SECONDS * 1000)],
			freshN8n: false,
		},
		{
			id: 'cuts',
			letter: 'b',
			title: `(b) Every 50th letter accepted and then cut off, ${count(few)} letters`,
			letters: few,
			rounds: 1,
			service: { limit: null, rules: [{ on: post, when: { every: 50 }, fault: { cut: true } }] },
			setUps: [ownNode, httpDefault, httpRetry, httpRetryKey],
			freshN8n: false,
		},
		{
			id: 'latency',
			letter: 'c',
			title: `(c) No limit, ${LATENCY_MS} ms latency, ${count(many)} letters`,
			letters: many,
			rounds: quick ? 2 : 3,
			service: {
				limit: null,
				rules: [{ on: post, when: { every: 1 }, fault: { delaySeconds: LATENCY_MS / 1000 } }],
			},
			setUps: [ownNode, httpDefault],
			freshN8n: false,
		},
		{
			id: 'volume',
			letter: 'd',
			title: `(d) No limit, ${count(most)} letters`,
			letters: most,
			// Every run starts a fresh n8n and grows it by nearly the same.
			rounds: 1,
			service: { limit: null, rules: [] },
			setUps: [ownNode, httpDefault],
			freshN8n: true,
		},
	];
}
