/** The options of `start`, as flags and as SANDBOX_* variables; a flag wins over its variable. */
import type { Option } from 'commander';

import { pathText } from '../api/fieldErrors';
import { DEFAULTS } from '../defaults';
import type { SandboxSettings } from '../settings';
import { sandboxSettingsSchema } from '../settings';
import { notAnOption, option, UsageError, withScheme } from './verb';

interface Row {
	readonly flags: string;
	readonly help: string;
	readonly default?: string | number;
	/** Where the reference says more. */
	readonly see?: string;
	readonly isRepeatable?: true;
}

/** The help and the reference are made of this table. */
const ROWS = {
	port: { flags: '--port <PORT>', help: '0 takes any free port', default: DEFAULTS.port },
	host: {
		flags: '--host <HOST>',
		help: '0.0.0.0 lets other machines and containers in',
		default: DEFAULTS.host,
		see: 'README.md#from-a-container',
	},
	controlToken: {
		flags: '--control-token <TOKEN>',
		help: 'opens the console and the control API; made at the start if other machines can reach them',
	},
	allowHosts: {
		flags: '--allow-host <NAME>',
		help: 'a host name that the sandbox answers to; repeat it for more',
		isRepeatable: true,
	},
	apiKeys: {
		flags: '--api-key <KEY>',
		help: 'repeat it for more accounts',
		default: DEFAULTS.apiKey,
		isRepeatable: true,
	},
	webhookUrl: {
		flags: '--webhook-url <URL>',
		help: 'receives the events, for example localhost:3000/hook',
		see: '#several-receivers',
	},
	webhookSecret: {
		flags: '--webhook-secret <SECRET>',
		help: 'signs the events',
		default: DEFAULTS.webhookSecret,
	},
	webhookRetrySeconds: {
		flags: '--webhook-retry-seconds <SECONDS>',
		help: 'delay before the first retry; doubles from there',
		default: DEFAULTS.webhookRetrySeconds,
	},
	headerPrefix: {
		flags: '--header-prefix <PREFIX>',
		help: 'the first part of the names of the three signature headers',
		default: DEFAULTS.headerPrefix,
	},
	plan: {
		flags: '--plan <PLAN>',
		help: 'starter: 100 requests a minute, pro: 500, enterprise: unlimited',
		default: DEFAULTS.plan,
	},
	speed: {
		flags: '--speed <SECONDS>',
		help: 'how long a letter takes for each step; off: it moves by hand',
		default: DEFAULTS.speed,
	},
	rejectedKeepsKey: {
		flags: '--rejected-keeps-key <BOOLEAN>',
		help: 'an order whose fields are rejected (400, 422) keeps its Idempotency-Key: corrected, it is 409 under that key',
		default: 'false',
	},
	data: {
		flags: '--data <FOLDER>',
		help: 'keeps letters, keys, events and settings across restarts',
		see: '#keeping-the-state',
	},
	seed: { flags: '--seed <FILE>', help: 'makes the letters of a file (see seed) if there are none yet' },
} as const satisfies Record<keyof SandboxSettings | 'seed', Row>;

function optionOf({ flags, help, default: given, isRepeatable }: Row): Option {
	const made = option(flags, given === undefined ? help : `${help} (default: ${given})`);
	if (!isRepeatable) return made;
	return made.argParser<string[] | undefined>((value, before = []) => [...before, notAnOption(value)]);
}

const SETTINGS = Object.fromEntries(
	Object.entries(ROWS).map(([name, row]) => [name, optionOf(row)]),
) as Record<keyof typeof ROWS, Option>;
const { seed: SEED } = SETTINGS;

const variableOf = (one: Option): string => `SANDBOX_${one.name().toUpperCase().replaceAll('-', '_')}`;

/** The rows of the reference's table. */
export function referenceRows(): string[] {
	return Object.entries<Row>(ROWS).map(([name, { help, default: given, see }]) => {
		const one = SETTINGS[name as keyof typeof ROWS];
		const cells = [
			`\`--${one.name()}\``,
			`\`${variableOf(one)}\``,
			given === undefined ? 'none' : `\`${given}\``,
			see === undefined ? help : `${help} ([more](${see}))`,
		];
		return `| ${cells.join(' | ')} |`;
	});
}

const QUIET = option('--quiet', 'prints no line for each call and webhook');

/** Of a sandbox, however it is started. */
export const SETTING_OPTIONS: readonly Option[] = Object.values(SETTINGS);
export const START_OPTIONS: readonly Option[] = [...SETTING_OPTIONS, QUIET];
/** Of one that runs as long as a command. */
export const EXEC_SETTINGS = SETTING_OPTIONS.map((one) =>
	one === SETTINGS.port ? option('--port <PORT>', 'any free one unless given') : one,
);

/** Short, so that a command need not wait long for an event whose first attempt was forged. */
export const PROVE_RETRY_SECONDS = '0.1';
/** Of one that many runs have anew: each has a port of its own, and keeps nothing. */
export const PROVE_SETTINGS = SETTING_OPTIONS.filter(
	(one) => one !== SETTINGS.port && one !== SETTINGS.data,
).map((one) =>
	one === SETTINGS.webhookRetrySeconds
		? optionOf({ ...ROWS.webhookRetrySeconds, default: PROVE_RETRY_SECONDS })
		: one,
);

export const START_APPENDIX = `
Each option of the sandbox that takes a value is also a variable, for example SANDBOX_PORT;
SANDBOX_API_KEY and SANDBOX_ALLOW_HOST may hold several values separated by commas.`;

function isSetting(name: PropertyKey | undefined): name is keyof SandboxSettings {
	return typeof name === 'string' && name !== 'seed' && name in SETTINGS;
}

/**
 * Text that is not a plain decimal number stays text, so that the schema's message names the fault:
 * JavaScript would read 0x10 as 16 and 1e3 as 1000.
 */
function numeric(value: unknown): unknown {
	return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
}

/** A flag alone is true; a variable says it in words. */
function truth(value: unknown): unknown {
	return value === 'true' ? true : value === 'false' ? false : value;
}

export interface StartWish {
	readonly settings: SandboxSettings;
	readonly isQuiet: boolean;
	/** A file of letters. */
	readonly seed: string | undefined;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Throws a UsageError that names every bad option. */
export function readStart(flags: Readonly<Record<string, unknown>>, env: Env): StartWish {
	// An empty variable counts as not set, as Compose files and shells leave them.
	const valueOf = (one: Option) => flags[one.attributeName()] ?? (env[variableOf(one)] || undefined);
	const given = (setting: keyof SandboxSettings) => valueOf(SETTINGS[setting]);
	const list = (setting: keyof SandboxSettings) => {
		const value = given(setting);
		return typeof value === 'string' ? value.split(',') : value;
	};
	const url = given('webhookUrl');
	const parsed = sandboxSettingsSchema.safeParse({
		port: numeric(given('port')),
		host: given('host'),
		apiKeys: list('apiKeys'),
		webhookUrl: typeof url === 'string' ? withScheme(url) : url,
		webhookSecret: given('webhookSecret'),
		webhookRetrySeconds: numeric(given('webhookRetrySeconds')),
		headerPrefix: given('headerPrefix'),
		plan: given('plan'),
		speed: numeric(given('speed')),
		rejectedKeepsKey: truth(given('rejectedKeepsKey')),
		allowHosts: list('allowHosts'),
		controlToken: given('controlToken'),
		data: given('data'),
	});
	if (!parsed.success) {
		const faults = parsed.error.issues.map(({ path, message }) => {
			const name = path[0];
			return `--${isSetting(name) ? SETTINGS[name].name() : pathText(path)} ${message}`;
		});
		throw new UsageError(faults.join('; '));
	}
	const seed = valueOf(SEED);
	return {
		settings: parsed.data,
		isQuiet: flags[QUIET.attributeName()] === true,
		seed: typeof seed === 'string' ? seed : undefined,
	};
}
