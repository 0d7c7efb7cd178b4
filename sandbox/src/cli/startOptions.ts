/** The options of `start`, as flags and as SANDBOX_* variables; a flag wins over its variable. */
import { Option } from 'commander';

import { pathText } from '../api/fieldErrors';
import { DEFAULTS } from '../defaults';
import type { SandboxSettings } from '../settings';
import { sandboxSettingsSchema } from '../settings';
import { notAnOption, option, UsageError, withScheme } from './verb';

function repeatable(flags: string, help: string): Option {
	return new Option(flags, help).argParser<string[] | undefined>((value, before = []) => [
		...before,
		notAnOption(value),
	]);
}

function retryOption(seconds: string): Option {
	return option(
		'--webhook-retry-seconds <SECONDS>',
		`delay before the first retry; doubles from there (default: ${seconds})`,
	);
}

const SETTINGS = {
	port: option('--port <PORT>', `0 takes any free port (default: ${String(DEFAULTS.port)})`),
	host: option('--host <HOST>', `0.0.0.0 lets other machines and containers in (default: ${DEFAULTS.host})`),
	allowHosts: repeatable('--allow-host <NAME>', 'an extra host name to accept; repeat it for more'),
	controlToken: option(
		'--control-token <TOKEN>',
		'opens the console and the control API; generated where other machines can reach them',
	),
	apiKeys: repeatable('--api-key <KEY>', `repeat it for more accounts (default: ${DEFAULTS.apiKey})`),
	webhookUrl: option('--webhook-url <URL>', 'receives the events, for example localhost:3000/hook'),
	webhookSecret: option('--webhook-secret <SECRET>', `signs them (default: ${DEFAULTS.webhookSecret})`),
	webhookRetrySeconds: retryOption(String(DEFAULTS.webhookRetrySeconds)),
	headerPrefix: option(
		'--header-prefix <PREFIX>',
		`of the signature headers (default: ${DEFAULTS.headerPrefix})`,
	),
	plan: option('--plan <PLAN>', `starter, pro or enterprise (default: ${DEFAULTS.plan})`),
	speed: option(
		'--speed <SECONDS>',
		`how long a letter takes for each step; off: it moves by hand (default: ${DEFAULTS.speed})`,
	),
	rejectedKeepsKey: option(
		'--rejected-keeps-key <BOOLEAN>',
		'keeps the key of a rejected order, too (default: false)',
	),
	data: option('--data <FOLDER>', 'keeps letters, keys, events and settings across restarts'),
} as const satisfies Record<keyof SandboxSettings, Option>;

const SEED = option('--seed <FILE>', 'makes the letters of a file (see seed) if there are none yet');
const QUIET = option('--quiet', 'prints no line for each call and webhook');

/** Of a sandbox, however it is started. */
export const SETTING_OPTIONS: readonly Option[] = [...Object.values(SETTINGS), SEED];
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
).map((one) => (one === SETTINGS.webhookRetrySeconds ? retryOption(PROVE_RETRY_SECONDS) : one));

export const START_APPENDIX = `
Each option of the sandbox that takes a value is also a variable, for example SANDBOX_PORT;
SANDBOX_API_KEY and SANDBOX_ALLOW_HOST may hold several values separated by commas.`;

function isSetting(name: PropertyKey | undefined): name is keyof SandboxSettings {
	return typeof name === 'string' && name in SETTINGS;
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
	const valueOf = (one: Option) =>
		flags[one.attributeName()] ??
		(env[`SANDBOX_${one.name().toUpperCase().replaceAll('-', '_')}`] || undefined);
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
