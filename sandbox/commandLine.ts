/** Reads the sandbox's options from flags and SANDBOX_* variables; a flag wins over its variable. */
import { parseArgs } from 'node:util';
import { pathText } from './violations';
import { sandboxSettingsSchema, type SandboxSettings } from './settings';

export const USAGE = `Usage: npm run sandbox -- [options]

  --port 4010                      0 takes any free port
  --host 127.0.0.1
  --api-key test_key               repeat it for more accounts
  --webhook-url URL                receiver of the events
  --webhook-secret whsec_test
  --webhook-retry-seconds 1        delay before the first repeated delivery; doubles from there
  --header-prefix X-Service        of the signature headers
  --plan pro                       starter, pro or enterprise
  --speed off                      off, or seconds a letter takes for each step
  --data FILE                      keeps everything over a restart; without it nothing is kept
  --help

Each option is also a variable, for example SANDBOX_PORT; SANDBOX_API_KEY may hold several keys
separated by commas.`;

export class UsageError extends Error {}

const FLAG_OF = {
	port: 'port',
	host: 'host',
	apiKeys: 'api-key',
	webhookUrl: 'webhook-url',
	webhookSecret: 'webhook-secret',
	webhookRetrySeconds: 'webhook-retry-seconds',
	headerPrefix: 'header-prefix',
	plan: 'plan',
	speed: 'speed',
	data: 'data',
} as const satisfies Record<keyof SandboxSettings, string>;

function isSetting(name: PropertyKey | undefined): name is keyof SandboxSettings {
	return typeof name === 'string' && name in FLAG_OF;
}

function parseFlags(argv: readonly string[]) {
	const text = { type: 'string' } as const;
	try {
		return parseArgs({
			args: [...argv],
			options: {
				[FLAG_OF.port]: text,
				[FLAG_OF.host]: text,
				[FLAG_OF.apiKeys]: { type: 'string', multiple: true },
				[FLAG_OF.webhookUrl]: text,
				[FLAG_OF.webhookSecret]: text,
				[FLAG_OF.webhookRetrySeconds]: text,
				[FLAG_OF.headerPrefix]: text,
				[FLAG_OF.plan]: text,
				[FLAG_OF.speed]: text,
				[FLAG_OF.data]: text,
				help: { type: 'boolean' },
			},
		}).values;
	} catch (error) {
		throw new UsageError(error instanceof Error ? error.message : String(error));
	}
}

/** Text that is no number stays text, so that the schema's message names the fault. */
function numeric(text: string | undefined): string | number | undefined {
	if (text === undefined || text.trim() === '' || Number.isNaN(Number(text))) return text;
	return Number(text);
}

/** The settings, or 'help'. Throws a UsageError that names every bad option. */
export function readCommandLine(
	argv: readonly string[],
	env: Readonly<Record<string, string | undefined>>,
): SandboxSettings | 'help' {
	const flags = parseFlags(argv);
	if (flags.help === true) return 'help';

	// An empty variable counts as not set, as Compose files and shells leave them.
	const variable = (flag: string) =>
		env[`SANDBOX_${flag.toUpperCase().replaceAll('-', '_')}`] || undefined;
	const parsed = sandboxSettingsSchema.safeParse({
		port: numeric(flags.port ?? variable(FLAG_OF.port)),
		host: flags.host ?? variable(FLAG_OF.host),
		apiKeys: flags['api-key'] ?? variable(FLAG_OF.apiKeys)?.split(','),
		webhookUrl: flags['webhook-url'] ?? variable(FLAG_OF.webhookUrl),
		webhookSecret: flags['webhook-secret'] ?? variable(FLAG_OF.webhookSecret),
		webhookRetrySeconds: numeric(
			flags['webhook-retry-seconds'] ?? variable(FLAG_OF.webhookRetrySeconds),
		),
		headerPrefix: flags['header-prefix'] ?? variable(FLAG_OF.headerPrefix),
		plan: flags.plan ?? variable(FLAG_OF.plan),
		speed: numeric(flags.speed ?? variable(FLAG_OF.speed)),
		data: flags.data ?? variable(FLAG_OF.data),
	});
	if (parsed.success) return parsed.data;
	const faults = parsed.error.issues.map(({ path, message }) => {
		const name = path[0];
		return `--${isSetting(name) ? FLAG_OF[name] : pathText(path)} ${message}`;
	});
	throw new UsageError(faults.join('; '));
}
