/** Reads the sandbox's options from flags and SANDBOX_* variables; a flag wins over its variable. */
import { parseArgs } from 'node:util';

import { pathText } from './api/fieldErrors';
import { DEFAULTS } from './defaults';
import type { SandboxSettings } from './settings';
import { sandboxSettingsSchema } from './settings';

const OPTIONS: ReadonlyArray<readonly [option: string, meaning?: string]> = [
	[`--port ${String(DEFAULTS.port)}`, '0 takes any free port'],
	[`--host ${DEFAULTS.host}`, '0.0.0.0 lets other machines and containers in'],
	['--allow-host NAME', 'a name to answer to, beside localhost; repeat it for more'],
	['--control-token TOKEN', 'for console and control API; made up where other machines reach them'],
	[`--api-key ${DEFAULTS.apiKey}`, 'repeat it for more accounts'],
	['--webhook-url URL', 'receiver of the events'],
	[`--webhook-secret ${DEFAULTS.webhookSecret}`],
	[
		`--webhook-retry-seconds ${String(DEFAULTS.webhookRetrySeconds)}`,
		'delay before the first repeated delivery; doubles from there',
	],
	[`--header-prefix ${DEFAULTS.headerPrefix}`, 'of the signature headers'],
	[`--plan ${DEFAULTS.plan}`, 'starter, pro or enterprise'],
	[`--speed ${DEFAULTS.speed}`, 'off, or seconds a letter takes for each step'],
	['--data FILE', 'keeps everything over a restart; without it nothing is kept'],
	['--quiet', 'no line for each call and delivery'],
	['--version'],
	['--help'],
];

/** For the program's help. */
export const START_OPTIONS = `${OPTIONS.map(([option, meaning = '']) => `  ${option.padEnd(33)}${meaning}`.trimEnd()).join('\n')}

Each option with a value is also a variable, for example SANDBOX_PORT; SANDBOX_API_KEY and
SANDBOX_ALLOW_HOST may hold several values separated by commas.`;

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
	allowHosts: 'allow-host',
	controlToken: 'control-token',
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
				[FLAG_OF.allowHosts]: { type: 'string', multiple: true },
				[FLAG_OF.controlToken]: text,
				[FLAG_OF.data]: text,
				quiet: { type: 'boolean' },
				version: { type: 'boolean' },
				help: { type: 'boolean' },
			},
		}).values;
	} catch (error) {
		throw new UsageError(error instanceof Error ? error.message : String(error));
	}
}

/**
 * Text that is not a plain decimal number stays text, so that the schema's message names the fault:
 * JavaScript would read 0x10 as 16 and 1e3 as 1000.
 */
function numeric(text: string | undefined): string | number | undefined {
	return text !== undefined && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

export interface StartWish {
	readonly settings: SandboxSettings;
	readonly isQuiet: boolean;
}

/** How to start, or what to print instead. Throws a UsageError that names every bad option. */
export function readCommandLine(
	argv: readonly string[],
	env: Readonly<Record<string, string | undefined>>,
): StartWish | 'help' | 'version' {
	const flags = parseFlags(argv);
	if (flags.help === true) return 'help';
	if (flags.version === true) return 'version';

	// An empty variable counts as not set, as Compose files and shells leave them.
	const variable = (flag: string) => env[`SANDBOX_${flag.toUpperCase().replaceAll('-', '_')}`] || undefined;
	const parsed = sandboxSettingsSchema.safeParse({
		port: numeric(flags.port ?? variable(FLAG_OF.port)),
		host: flags.host ?? variable(FLAG_OF.host),
		apiKeys: flags['api-key'] ?? variable(FLAG_OF.apiKeys)?.split(','),
		webhookUrl: flags['webhook-url'] ?? variable(FLAG_OF.webhookUrl),
		webhookSecret: flags['webhook-secret'] ?? variable(FLAG_OF.webhookSecret),
		webhookRetrySeconds: numeric(flags['webhook-retry-seconds'] ?? variable(FLAG_OF.webhookRetrySeconds)),
		headerPrefix: flags['header-prefix'] ?? variable(FLAG_OF.headerPrefix),
		plan: flags.plan ?? variable(FLAG_OF.plan),
		speed: numeric(flags.speed ?? variable(FLAG_OF.speed)),
		allowHosts: flags['allow-host'] ?? variable(FLAG_OF.allowHosts)?.split(','),
		controlToken: flags['control-token'] ?? variable(FLAG_OF.controlToken),
		data: flags.data ?? variable(FLAG_OF.data),
	});
	if (parsed.success) return { settings: parsed.data, isQuiet: flags.quiet === true };
	const faults = parsed.error.issues.map(({ path, message }) => {
		const name = path[0];
		return `--${isSetting(name) ? FLAG_OF[name] : pathText(path)} ${message}`;
	});
	throw new UsageError(faults.join('; '));
}
