/** The program: reads the verb, runs it, and turns what goes wrong into words and an exit code. */
import { version } from '../../package.json';
import { ClientError, ControlClient } from '../client/controlClient';
import { readCommandLine, START_OPTIONS, UsageError } from '../commandLine';
import { DEFAULTS } from '../defaults';
import { createOutput } from './output';
import { start } from './start';
import type { Options, Verb } from './verb';
import { optionLines, readGiven } from './verb';
import { VERBS } from './verbs';

type Env = Readonly<Record<string, string | undefined>>;

const NAME = 'handwritten-letters-sandbox';
const BAD_OPTIONS = 2;

export const CLIENT_OPTIONS: Options = {
	url: {
		value: 'URL',
		help: `of the sandbox (SANDBOX_URL), http://127.0.0.1:${String(DEFAULTS.port)} unless told otherwise`,
	},
	'control-token': {
		value: 'TOKEN',
		help: 'what the sandbox printed at its start, if it did (SANDBOX_CONTROL_TOKEN)',
	},
	'api-key': {
		value: 'KEY',
		help: `for send, seed and check (SANDBOX_API_KEY), ${DEFAULTS.apiKey} unless told otherwise`,
	},
	json: { help: 'print the answer as JSON' },
	help: { help: 'this text' },
};

function usage(): string {
	const verbs = Object.entries(VERBS).map(([name, { positionals, help }]) => {
		const [firstSentence = ''] = help.split('. ');
		return `  ${`${name} ${positionals}`.padEnd(26)} ${firstSentence.replace(/[:.].*$/, '')}`;
	});
	return `Usage: ${NAME} [start] [options]
       ${NAME} COMMAND [options]

A local copy of the handwritten-letter service. It prints and posts nothing.

${START_OPTIONS}

Commands for a sandbox that runs (each has a --help of its own):

${verbs.join('\n')}`;
}

function usageOf(name: string, { positionals, help, options = {} }: Verb): string {
	const head = `Usage: ${[NAME, name, positionals, '[options]'].filter(Boolean).join(' ')}`;
	return `${head}\n\n${help}\n\n${optionLines({ ...options, ...CLIENT_OPTIONS })}`;
}

async function runVerb(name: string, verb: Verb, argv: readonly string[], env: Env): Promise<void> {
	const given = readGiven(argv, { ...verb.options, ...CLIENT_OPTIONS }, verb.most);
	if (given.has('help')) {
		console.log(usageOf(name, verb));
		return;
	}
	const port = env.SANDBOX_PORT || String(DEFAULTS.port);
	const url = given.text('url') ?? (env.SANDBOX_URL || `http://127.0.0.1:${port}`);
	if (!URL.canParse(url))
		throw new UsageError(`--url must be an address, for example http://127.0.0.1:${port}`);
	const apiKey = given.text('api-key') ?? (env.SANDBOX_API_KEY?.split(',')[0] || DEFAULTS.apiKey);
	const client = new ControlClient({
		origin: new URL(url).origin,
		apiKey,
		controlToken: given.text('control-token') ?? (env.SANDBOX_CONTROL_TOKEN || null),
	});
	const output = createOutput(given.has('json'), (line) => console.log(line));
	await verb.run({ client, apiKey, given, output });
}

async function run(argv: readonly string[], env: Env): Promise<void> {
	const [first = '', ...rest] = argv;
	const verb = Object.hasOwn(VERBS, first) ? VERBS[first] : undefined;
	if (verb !== undefined) {
		await runVerb(first, verb, rest, env);
		return;
	}
	if (first !== 'start' && first !== '' && !first.startsWith('-')) {
		throw new UsageError(`There is no command "${first}"`);
	}
	const wish = readCommandLine(first === 'start' ? rest : argv, env);
	if (wish === 'help') console.log(usage());
	else if (wish === 'version') console.log(version);
	else await start(wish.settings, wish.isQuiet, env);
}

function wordsFor(error: unknown): string {
	const { code, message } = error as NodeJS.ErrnoException;
	if (error instanceof UsageError) return `${message}\nSee ${NAME} --help`;
	if (error instanceof ClientError) return message;
	if (code === 'EADDRINUSE') {
		return `${message}: the port is in use; stop the other program or choose one with --port`;
	}
	return `The sandbox could not start: ${message}`;
}

const goOn = (): void => undefined;

/** A sandbox goes on where nobody reads its log any more: `… | head -1`, or a script that reads a line. */
function outliveReaders(): void {
	for (const stream of [process.stdout, process.stderr]) stream.off('error', goOn).on('error', goOn);
}

/** Gives the exit code; after `start` the sandbox still runs. */
export async function runProgram(argv: readonly string[], env: Env): Promise<number> {
	outliveReaders();
	try {
		await run(argv, env);
		return 0;
	} catch (error) {
		console.error(wordsFor(error));
		return error instanceof UsageError ? BAD_OPTIONS : 1;
	}
}
