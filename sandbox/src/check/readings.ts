/** The part of a check that only reads: nothing can come of it. */
import { randomUUID } from 'node:crypto';

import type { Findings } from './findings';
import { judgeAnswer, judgeRefusal, NOT_FOUND, UNAUTHORIZED } from './judge';
import type { Answer, Prober } from './prober';
import { styles, templates } from './schemas';

const LISTS = [
	{ path: '/templates', what: 'templates with id, name, variables', schema: templates },
	{ path: '/styles', what: 'styles with id, name, description', schema: styles },
];

function judgeUniqueIds(findings: Findings, call: string, { body }: Answer): void {
	const [list = []] = Object.values(body as Record<string, { id: string }[]>);
	const ids = list.map(({ id }) => id);
	const observed = ids.length === new Set(ids).size ? 'distinct' : 'repeated';
	findings.rule(call, 'ids', 'distinct', observed, observed === 'distinct');
}

export async function checkReadings(prober: Prober, findings: Findings): Promise<void> {
	for (const { path, what, schema } of LISTS) {
		const call = `GET ${path}`;
		const answer = await prober.get(path);
		if (judgeAnswer(findings, call, answer, { status: 200, what, schema }))
			judgeUniqueIds(findings, call, answer);
	}
	const unknown = `/cards/${randomUUID()}`;
	for (const path of ['/templates', '/styles', unknown]) {
		const call = `GET ${path === unknown ? '/cards/{id}' : path}`;
		judgeRefusal(findings, call, 'no API key', await prober.get(path, { apiKey: null }), UNAUTHORIZED);
		const wrongKey = await prober.get(path, { apiKey: `wrong-${randomUUID()}` });
		judgeRefusal(findings, call, 'wrong API key', wrongKey, UNAUTHORIZED);
	}
	judgeRefusal(findings, 'GET /cards/{id}', 'unknown letter', await prober.get(unknown), NOT_FOUND);
	const nowhere = await prober.get(`/${randomUUID()}`);
	findings.choice('GET /{unknown}', 'status', '404', String(nowhere.status));
}
