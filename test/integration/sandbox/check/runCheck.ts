/** Runs the verb `check` as a user does, and gives what it shows. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Row } from '../../../../sandbox/src/check/findings';
import { ALL_ORDERS } from '../../../../sandbox/src/check/orders';
import { runProgram } from '../../../../sandbox/src/cli/program';
import { address } from '../support';

const folder = mkdtempSync(path.join(tmpdir(), 'check-'));
export const TO = path.join(folder, 'to.json');
writeFileSync(TO, JSON.stringify(address));
afterAll(() => rmSync(folder, { recursive: true }));

export const EVERYTHING = ['--orders', String(ALL_ORDERS), '--to', TO, '--yes'];
export const API_KEY = 'right_key';

export async function check(baseUrl: string, ...options: string[]) {
	const out: string[] = [];
	const err: string[] = [];
	const log = jest.spyOn(console, 'log').mockImplementation((line: string) => void out.push(line));
	const error = jest.spyOn(console, 'error').mockImplementation((line: string) => void err.push(line));
	const code = await runProgram(['check', baseUrl, '--api-key', API_KEY, ...options], {});
	log.mockRestore();
	error.mockRestore();
	const rows = options.includes('--json') ? (JSON.parse(out.join('\n')) as Row[]) : [];
	return { code, rows, out: out.join('\n'), err: err.join('\n') };
}
