/** The part of a check that only reads: nothing can come of it. */
import { randomUUID } from 'node:crypto';

import type { Findings } from './findings';
import { judgeAnswer, judgeRefusal, NOT_FOUND, UNAUTHORIZED } from './judge';
import type { Answer, Prober } from './prober';
import { styles, templates } from './schemas';
import type { Catalog } from './step';

const LISTS = [
	{
		path: '/templates',
		one: 'template',
		what: 'templates with id, name, variables',
		schema: templates,
	},
	{ path: '/styles', one: 'style', what: 'styles with id, name, description', schema: styles },
] as const;

/** The first id of the list, if it has one. */
function judgeUniqueIds(findings: Findings, call: string, { body }: Answer): string | undefined {
	const [list = []] = Object.values(body as Record<string, { id: string }[]>);
	const ids = list.map(({ id }) => id);
	const observed = ids.length === new Set(ids).size ? 'distinct' : 'repeated';
	findings.rule(call, 'ids', 'distinct', observed, observed === 'distinct');
	return ids[0];
}

function wrongCredentials({ apiKey }: Prober) {
	return Object.entries({
		'no API key': null,
		'wrong API key': `Bearer wrong-${randomUUID()}`,
		'an empty API key': 'Bearer ',
		'the API key without its scheme': apiKey,
		'the API key in another scheme': `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`,
	});
}

export async function checkReadings(prober: Prober, findings: Findings): Promise<Catalog> {
	const catalog: Catalog = {};
	for (const { path, one, what, schema } of LISTS) {
		const call = `GET ${path}`;
		const answer = await prober.get(path);
		if (judgeAnswer(findings, call, answer, { status: 200, what, schema }))
			catalog[one] = judgeUniqueIds(findings, call, answer);
	}
	const unknown = `/cards/${randomUUID()}`;
	for (const path of ['/templates', '/styles', unknown]) {
		const call = `GET ${path === unknown ? '/cards/{id}' : path}`;
		for (const [about, authorization] of wrongCredentials(prober)) {
			judgeRefusal(findings, call, about, await prober.get(path, { authorization }), UNAUTHORIZED);
		}
	}
	judgeRefusal(findings, 'GET /cards/{id}', 'unknown letter', await prober.get(unknown), NOT_FOUND);
	const nowhere = await prober.get(`/${randomUUID()}`);
	findings.choice('GET /{unknown}', 'status', '404', String(nowhere.status));
	return catalog;
}
