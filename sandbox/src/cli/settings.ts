/** The verbs that show and change the clock, the speed and the rate limit. */
import type { Limits } from '../client/controlClient';
import type { Verb } from './verb';
import { argument, numberOption, UsageError } from './verb';

const UNITS = { s: 1, m: 60, h: 3600, d: 86_400 } as const;

/** `90`, `90s`, `15m`, `2h` or `3d`, in seconds. */
function secondsIn(text: string): number {
	const [, amount, unit = 's'] = /^(\d+(?:\.\d+)?)([smhd])?$/.exec(text) ?? [];
	if (amount !== undefined) return Number(amount) * UNITS[unit as keyof typeof UNITS];
	throw new UsageError(`TIME must be seconds, or a number with s, m, h or d as in 2d, but is "${text}"`);
}

const speedText = (speed: 'off' | number): string =>
	speed === 'off' ? 'letters move by hand' : `${String(speed)} s for each step`;

export const clock: Verb = {
	arguments: [argument('[TIME]', 'seconds, or for example 15m, 2h or 3d')],
	help: "Shows the sandbox's clock, or moves it forward. Letters with a speed take the steps that are due, and due retries are made.",
	run: async ({ client, given, output }) => {
		const [time] = given.positionals;
		const { clock: now } =
			time === undefined ? await client.state() : { clock: await client.advanceTime(secondsIn(time)) };
		output.show(now, ({ now: at, speed }) => `${at} (${speedText(speed)})`);
	},
};

export const speed: Verb = {
	arguments: [argument('[SECONDS]', 'a letter takes for each step; off: it moves by hand')],
	help: 'Shows or sets how fast letters move by themselves.',
	run: async ({ client, given, output }) => {
		const [text] = given.positionals;
		const { clock: now } =
			text === undefined
				? await client.state()
				: { clock: await client.setSpeed(text === 'off' ? text : secondsIn(text)) };
		output.show(now, (answer) => speedText(answer.speed));
	},
};

function limitIn(text: string): number | null {
	if (text === 'off') return null;
	if (/^\d+$/.test(text)) return Number(text);
	throw new UsageError(`REQUESTS must be a whole number or off, but is "${text}"`);
}

export const limits: Verb = {
	arguments: [argument('[REQUESTS]', 'allowed in a window; off: no limit')],
	options: [numberOption('--window <SECONDS>', 'how long a window is')],
	help: 'Shows or sets the rate limit. A change starts new windows.',
	run: async ({ client, given, output }) => {
		const [requests] = given.positionals;
		const windowSeconds = given.number('window');
		const change = {
			...(requests !== undefined && { limit: limitIn(requests) }),
			...(windowSeconds !== undefined && { windowSeconds }),
		};
		const isChange = Object.keys(change).length > 0;
		const now: Limits = isChange ? await client.setLimits(change) : (await client.state()).limits;
		output.show(now, ({ limit, windowSeconds: window }) =>
			limit === null ? 'no limit' : `${String(limit)} requests in ${String(window)} s`,
		);
	},
};
