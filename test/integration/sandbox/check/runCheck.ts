/** Runs the verb `check` as a user does, and gives what it shows. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Row } from '../../../../sandbox/src/check/findings';
import { ALL_ORDERS } from '../../../../sandbox/src/check/orders';
import { runVerb } from '../runVerb';
import { address, temporaryFolder } from '../support';

export const TO = path.join(temporaryFolder(), 'to.json');
writeFileSync(TO, JSON.stringify(address));

export const EVERYTHING = ['--orders', String(ALL_ORDERS), '--to', TO, '--yes'];
export const API_KEY = 'right_key';

export async function check(baseUrl: string, ...options: string[]) {
	const ran = await runVerb(['check', baseUrl, '--api-key', API_KEY, ...options]);
	return { ...ran, rows: options.includes('--json') ? (JSON.parse(ran.out) as Row[]) : [] };
}
