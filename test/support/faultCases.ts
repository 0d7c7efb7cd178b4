/** The faults of the sandbox beside which every promise about letters has to hold. */
import type { INodeParameters } from 'n8n-workflow';

interface FaultRule {
	when: object;
	fault: object;
}

export interface FaultCase {
	what: string;
	faults?: FaultRule[];
	limits?: { limit: number; windowSeconds: number };
	options?: INodeParameters;
}

export const faultCases: FaultCase[] = [
	{ what: 'no fault' },
	{ what: 'a limit of 100 per window', limits: { limit: 100, windowSeconds: 2 } },
	{ what: 'every 50th answered 500', faults: [{ when: { every: 50 }, fault: { status: 500 } }] },
	{ what: 'every 50th accepted and then cut off', faults: [{ when: { every: 50 }, fault: { cut: true } }] },
	{ what: 'every 20th reset before accepting', faults: [{ when: { every: 20 }, fault: { reset: true } }] },
	{
		what: 'every 50th answered after 2 s, with a timeout of 1 s',
		faults: [{ when: { every: 50 }, fault: { delaySeconds: 2 } }],
		options: { timeout: 1 },
	},
	{
		what: 'every 30th a 429 without Retry-After',
		faults: [{ when: { every: 30 }, fault: { status: 429 } }],
	},
	{
		what: 'everything at once',
		limits: { limit: 120, windowSeconds: 2 },
		faults: [
			{ when: { every: 50 }, fault: { status: 503 } },
			{ when: { every: 41 }, fault: { cut: true } },
			{ when: { every: 29 }, fault: { reset: true } },
			{ when: { every: 97 }, fault: { delaySeconds: 2 } },
			{ when: { probability: 0.02, seed: 7 }, fault: { status: 429, retryAfter: 1 } },
		],
		options: { timeout: 1 },
	},
];

/** For a run of few calls: every second call is struck, so that each fault strikes and a retry gets through. */
export const oftenStruck = (faults: FaultRule[]): FaultRule[] =>
	faults.map((rule) => ({ ...rule, when: { every: 2 } }));
