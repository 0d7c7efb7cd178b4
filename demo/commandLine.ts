/** The demo's options. */
import { parseArgs } from 'node:util';

import { DEFAULTS } from '../sandbox/src/defaults';

export interface DemoOptions {
	/** Ends after the checks instead of staying up. */
	once: boolean;
	n8nPort: number;
	sandboxPort: number;
	help: boolean;
}

export const USAGE = `npm run demo -- [options]

Starts a local sandbox of the letter service and a real n8n with this package, sends three
letters, follows them to their end and shows what arrived. The first run downloads n8n (it needs
4 GB of disk and 5 to 10 minutes); later runs take about a minute.

  --once               check, print the summary and end; the exit code tells whether all is well
  --n8n-port PORT      default 5678
  --sandbox-port PORT  default ${String(DEFAULTS.port)}
  --help               this text`;

export function readCommandLine(args: string[]): DemoOptions {
	const { values } = parseArgs({
		args,
		options: {
			once: { type: 'boolean', default: false },
			'n8n-port': { type: 'string', default: '5678' },
			'sandbox-port': { type: 'string', default: String(DEFAULTS.port) },
			help: { type: 'boolean', default: false },
		},
	});
	return {
		once: values.once,
		help: values.help,
		n8nPort: port('--n8n-port', values['n8n-port']),
		sandboxPort: port('--sandbox-port', values['sandbox-port']),
	};
}

function port(option: string, value: string): number {
	const number = Number(value);
	if (Number.isInteger(number) && number >= 1 && number <= 65_535) return number;
	throw new Error(`${option} must be a port from 1 to 65535, but is "${value}".`);
}
