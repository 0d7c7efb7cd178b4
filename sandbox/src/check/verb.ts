/** The verb `check`: holds any address to the interface and shows what it found. */
import { createInterface } from 'node:readline/promises';

import { readJson } from '../cli/readJson';
import type { Verb } from '../cli/verb';
import { argument, numberOption, option, UsageError, withScheme } from '../cli/verb';
import { ClientError } from '../client/controlClient';
import { addressSchema } from '../contract';
import type { Address } from '../library/types';
import type { Row } from './findings';
import { Findings } from './findings';
import { ALL_ORDERS, checkOrders } from './orders';
import { Prober } from './prober';
import { checkReadings } from './readings';
import { misfit } from './schemas';

async function recipientIn(file: string | undefined): Promise<Address> {
	if (file === undefined) throw new UsageError('--orders needs --to FILE, the address the letters go to');
	const to = await readJson(file);
	const wrong = misfit(addressSchema, to);
	if (wrong !== null) throw new ClientError(`${file} holds no address: ${wrong}`);
	return to as Address;
}

async function consent(most: number, baseUrl: string, to: Address): Promise<void> {
	const warning =
		`This sends up to ${String(most)} orders to ${baseUrl}, some of them wrong on purpose. ` +
		`Each may become a letter on paper to ${to.name}, ${to.city}, that somebody pays for.`;
	if (!process.stdin.isTTY) throw new UsageError(`${warning} Add --yes if you want that.`);
	const lines = createInterface({ input: process.stdin, output: process.stderr });
	const reply = await lines.question(`${warning}\nType yes to go on: `);
	lines.close();
	if (reply.trim().toLowerCase() !== 'yes') throw new ClientError('Nothing was sent.');
}

const MARKS: Readonly<Record<Row['result'], string>> = {
	holds: 'ok',
	breaks: 'BREAKS',
	'as the sandbox': 'ok',
	'unlike the sandbox': 'DIFFERS',
	unknown: '?',
};

function rowLine({ call, about, interface: says, sandbox, observed, result }: Row): string {
	const head = `${MARKS[result].padEnd(8)}${call.padEnd(24)} ${about}`;
	if (MARKS[result] === 'ok') return `${head}: ${observed}`;
	return `${head}\n          interface: ${says}\n          sandbox:   ${sandbox}\n          observed:  ${observed}`;
}

function summary(findings: Findings): string {
	const parts = [
		`${String(findings.count('breaks'))} of the specification's rules are broken`,
		`${String(findings.count('unlike the sandbox'))} of the sandbox's own choices are different here`,
		`${String(findings.count('unknown'))} unknown`,
	];
	return `${String(findings.rows.length)} looked at: ${parts.join(', ')}`;
}

export const check: Verb = {
	arguments: [argument('<URL>', 'for example https://example.com/v1')],
	help: 'Compares the API at an address with its specification. It only reads, unless you allow orders. Each order may become paper, even one that is wrong on purpose.',
	options: [
		numberOption('--orders <N>', `sends at most N POSTs; ${String(ALL_ORDERS)} are enough for everything`),
		option('--to <FILE>', 'the recipient of those orders: an address as JSON'),
		option('--yes', 'does not ask before ordering'),
	],
	run: async ({ given, output, apiKey }) => {
		const url = withScheme(given.positionals[0] ?? '');
		if (!URL.canParse(url))
			throw new UsageError('check needs an address, for example https://example.com/v1');
		const baseUrl = url.replace(/\/+$/, '');
		const most = given.number('orders') ?? 0;
		const to = most > 0 ? await recipientIn(given.text('to')) : undefined;
		if (to !== undefined && !given.has('yes')) await consent(most, baseUrl, to);
		const findings = new Findings();
		const prober = new Prober(baseUrl, apiKey, most);
		const catalog = await checkReadings(prober, findings);
		if (to !== undefined) await checkOrders(prober, findings, to, catalog);
		output.show(findings.rows, rowLine);
		if (findings.count('breaks') > 0) throw new ClientError(summary(findings));
		output.note(summary(findings));
	},
};
