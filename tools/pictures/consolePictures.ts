/** Takes the documentation's pictures of the console: `npm run docs:pictures`. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Browser } from 'playwright-core';
import { request } from 'undici';

import { createSandbox } from '../../sandbox/src/createSandbox';
import { launchChromium } from '../chromium';
import { startLocalServer } from '../localServer';
import { call, order, setScene } from './consoleScenery';
import { withPalette } from './picture';

const FOLDER = join(__dirname, '..', '..', '..', 'docs', 'images');
const WIDTH = 1360;
const HEIGHT = 850;

interface Picture {
	readonly name: string;
	readonly hash: string;
	readonly locale?: 'en-GB' | 'pt-BR';
	readonly height?: number;
	/** Something that is there once the view is complete. */
	readonly shows: string;
}

/** In light colours, and beside it in dark ones. */
async function takePair(browser: Browser, origin: string, picture: Picture): Promise<void> {
	await take(browser, origin, picture, 'light');
	await take(browser, origin, { ...picture, name: `${picture.name}-dark` }, 'dark');
}

async function take(
	browser: Browser,
	origin: string,
	{ name, hash, locale = 'en-GB', height = HEIGHT, shows }: Picture,
	colorScheme: 'light' | 'dark',
): Promise<void> {
	const context = await browser.newContext({
		viewport: { width: WIDTH, height },
		deviceScaleFactor: 2,
		colorScheme,
		reducedMotion: 'reduce',
		locale,
		timezoneId: 'America/Sao_Paulo',
	});
	const page = await context.newPage();
	await page.goto(`${origin}/${hash}`);
	await page.getByText(shows).first().waitFor();
	await page.evaluate('document.fonts.ready.then(() => undefined)');
	const file = withPalette(await page.screenshot());
	await writeFile(join(FOLDER, `${name}.png`), file);
	console.log(`${name}.png ${Math.round(file.length / 1024)} KB`);
	await context.close();
}

async function shippingEvent(origin: string, card: string): Promise<string> {
	const { body } = await request(`${origin}/_sandbox/deliveries?event=card.shipped&card=${card}`);
	const { deliveries } = (await body.json()) as { deliveries: readonly { id: string }[] };
	return deliveries[0]?.id ?? '';
}

/** Two rules that have struck, one that waits. */
async function strikeFaults(origin: string): Promise<void> {
	await call('PUT', `${origin}/_sandbox/faults`, {
		rules: [
			{ on: { method: 'POST', path: '/cards' }, when: { next: 1 }, fault: { cut: true } },
			{ when: { every: 5 }, fault: { status: 500 } },
			{ when: { next: 1 }, fault: { webhook: 'bad_signature' } },
		],
	});
	for (let i = 0; i < 12; i++) {
		const letter = { to: { name: '' }, message: '' };
		// Refused or cut off: only the faults are of interest here.
		await order(origin, letter, `fault-${i}`).catch(() => undefined);
	}
}

async function main(): Promise<void> {
	const receiver = await startLocalServer((request, response) =>
		request.resume().on('end', () => response.end()),
	);
	const sandbox = await createSandbox({ port: 0, webhookUrl: `${receiver.origin}/webhook/letters` });
	const browser = await launchChromium();
	try {
		const [underWay = ''] = await setScene(sandbox.origin);
		const shipped = await shippingEvent(sandbox.origin, underWay);
		const board = { hash: '#/letters', height: 680, shows: 'Helena Prado' };
		const shots: readonly Picture[] = [
			{ name: 'console-board', ...board },
			{ name: 'console-board-pt', ...board, locale: 'pt-BR' },
			{ name: 'console-letter', hash: `#/letters/${underWay}`, shows: 'card.shipped' },
			{ name: 'console-delivery', hash: `#/deliveries/${shipped}`, shows: 'openssl' },
		];
		for (const shot of shots) await takePair(browser, sandbox.origin, shot);
		await strikeFaults(sandbox.origin);
		await takePair(browser, sandbox.origin, { name: 'console-faults', hash: '#/faults', shows: 'used 2×' });
	} finally {
		await browser.close();
		await sandbox.close();
		await receiver.close();
	}
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
