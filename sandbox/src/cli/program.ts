/** The program: reads the command line, runs the verb, and turns what goes wrong into words and an exit code. */
import type { Option } from 'commander';
import { Command, CommanderError, Help } from 'commander';

import { version } from '../../package.json';
import { ClientError, ControlClient } from '../client/controlClient';
import { DEFAULTS } from '../defaults';
import { createOutput, printable } from './output';
import { start } from './start';
import type { StartWish } from './startOptions';
import { readStart, START_APPENDIX, START_OPTIONS } from './startOptions';
import type { Scene, Verb } from './verb';
import { givenTo, option, UsageError, withScheme } from './verb';
import { VERBS } from './verbs';

type Env = NodeJS.ProcessEnv;

/** What the command line leads to. */
export interface Effects {
	readonly start: (wish: StartWish) => void | Promise<void>;
	readonly run: (verb: Verb, scene: Scene) => void | Promise<void>;
}

const NAME = 'handwritten-letters-sandbox';
const BAD_OPTIONS = 2;
const HELP_WIDTH = 110;

const CLIENT_OPTIONS = [
	option('--url <URL>', `of the sandbox (SANDBOX_URL; default: http://127.0.0.1:${String(DEFAULTS.port)})`),
	option(
		'--control-token <TOKEN>',
		'what the sandbox printed at its start, if it did (SANDBOX_CONTROL_TOKEN)',
	),
	option('--api-key <KEY>', `for send and check (SANDBOX_API_KEY; default: ${DEFAULTS.apiKey})`),
	option('--json', 'print the answer as JSON'),
];

function sceneOf(command: Command, env: Env): Scene {
	const given = givenTo(command);
	const port = env.SANDBOX_PORT || String(DEFAULTS.port);
	const url = withScheme(given.text('url') ?? (env.SANDBOX_URL || `http://127.0.0.1:${port}`));
	if (!/^https?:/i.test(url) || !URL.canParse(url))
		throw new UsageError(`--url must be an address, for example http://127.0.0.1:${port}`);
	const apiKey = given.text('apiKey') ?? (env.SANDBOX_API_KEY?.split(',')[0] || DEFAULTS.apiKey);
	const client = new ControlClient({
		origin: new URL(url).origin,
		apiKey,
		controlToken: given.text('controlToken') ?? (env.SANDBOX_CONTROL_TOKEN || null),
	});
	const output = createOutput(given.has('json'), (line) => console.log(line));
	return { client, apiKey, given, output, env };
}

function addStart(program: Command, env: Env, { start: begin }: Effects): Command {
	const command = program
		.command('start')
		.summary('Starts the sandbox; meant where no command is named')
		.description('Starts the sandbox and serves until Ctrl+C.')
		.addHelpText('after', START_APPENDIX);
	for (const one of START_OPTIONS) command.addOption(one);
	return command.action(() => begin(readStart(command.opts<Record<string, unknown>>(), env)));
}

function addVerb(program: Command, name: string, verb: Verb, env: Env, { run }: Effects): void {
	const [firstSentence = ''] = verb.help.split(/[.;]( |$)/, 1);
	const command = program.command(name).summary(firstSentence).description(verb.help);
	for (const one of verb.arguments ?? []) command.addArgument(one);
	const shared = verb.isAlone ? [] : CLIENT_OPTIONS;
	for (const one of [...(verb.options ?? []), ...shared]) command.addOption(one);
	if (verb.appendix !== undefined) command.addHelpText('after', `\n${verb.appendix}`);
	command.action(() => run(verb, sceneOf(command, env)));
}

export function createProgram(env: Env, effects: Effects): Command {
	const help = new Help();
	const program: Command = new Command(NAME)
		.usage(`[start] [options]\n       ${NAME} COMMAND [options]`)
		.description('A local copy of the handwritten-letter service. It prints and posts nothing.')
		.version(version)
		.exitOverride()
		.configureOutput({
			writeOut: (text) => console.log(text.trimEnd()),
			writeErr: (text) => console.error(text.trimEnd()),
			// `wordsFor` says what was wrong.
			outputError: () => undefined,
			getOutHelpWidth: () => (process.stdout.isTTY ? process.stdout.columns : HELP_WIDTH),
		})
		.configureHelp({
			subcommandTerm: (command) => help.subcommandTerm(command).replace(' [options]', ''),
			// Of the program itself: those of the verb that needs no name.
			visibleOptions: (command): Option[] =>
				command === program
					? [...help.visibleOptions(starting), ...help.visibleOptions(program)].filter(isFirstOfItsName)
					: help.visibleOptions(command),
		})
		.addHelpText('after', START_APPENDIX);
	const starting = addStart(program, env, effects);
	for (const [name, verb] of Object.entries(VERBS)) addVerb(program, name, verb, env, effects);
	return program;
}

function isFirstOfItsName(
	{ long }: { long?: string },
	i: number,
	all: readonly { long?: string }[],
): boolean {
	return all.findIndex((other) => other.long === long) === i;
}

/** `start` needs no name; and `help` of something unknown is told what was meant instead. */
export function withVerb(program: Command, argv: readonly string[]): string[] {
	const [first, second] = argv;
	if (first === undefined || (first.startsWith('-') && !/^(-h|--help|-V|--version)$/.test(first))) {
		return ['start', ...argv];
	}
	const isUnknown = second !== undefined && !program.commands.some((command) => command.name() === second);
	return first === 'help' && isUnknown ? [second] : [...argv];
}

function wordsFor(error: unknown): string {
	const { code, message } = error as NodeJS.ErrnoException;
	const hint = `See ${NAME} --help`;
	if (error instanceof CommanderError) {
		const words = message.replace(/^error: /, '');
		return `${words.charAt(0).toUpperCase()}${words.slice(1)}\n${hint}`;
	}
	if (error instanceof UsageError) return `${message}\n${hint}`;
	if (error instanceof ClientError) return message;
	if (code === 'EADDRINUSE') {
		return `${message}: the port is in use; stop the other program or choose one with --port`;
	}
	return `The sandbox could not start: ${message}`;
}

/** What stands after `--` is another program's. */
const wantsJson = (argv: readonly string[]): boolean =>
	argv.slice(0, argv.includes('--') ? argv.indexOf('--') : undefined).includes('--json');

function errorJson(error: unknown): string {
	const status = error instanceof ClientError ? error.status : null;
	return JSON.stringify({ error: { message: wordsFor(error), status } });
}

const goOn = (): void => undefined;

/** A sandbox goes on where nobody reads its log any more: `… | head -1`, or a script that reads a line. */
function outliveReaders(): void {
	for (const stream of [process.stdout, process.stderr]) stream.off('error', goOn).on('error', goOn);
}

/** Gives the exit code; after `start` the sandbox still runs. */
export async function runProgram(argv: readonly string[], env: Env): Promise<number> {
	outliveReaders();
	let code = 0;
	const program = createProgram(env, {
		start: (wish) => start(wish, env),
		run: async (verb, scene) => {
			const result = await verb.run(scene);
			if (typeof result === 'number') code = result;
		},
	});
	try {
		await program.parseAsync(withVerb(program, argv), { from: 'user' });
		return code;
	} catch (error) {
		// Its help or its version, which is printed by now.
		if (error instanceof CommanderError && error.exitCode === 0) return 0;
		console.error(wantsJson(argv) ? errorJson(error) : wordsFor(error).split('\n').map(printable).join('\n'));
		return error instanceof UsageError || error instanceof CommanderError ? BAD_OPTIONS : 1;
	}
}
