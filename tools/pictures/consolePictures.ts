/** Takes the documentation's pictures of the console: `npm run docs:pictures`. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Browser } from 'playwright-core';

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
	readonly colorScheme?: 'dark';
	readonly height?: number;
	/** Something that is there once the view is complete. */
	readonly shows: string;
}

async function take(browser: Browser, origin: string, picture: Picture): Promise<void> {
	const { name, hash, colorScheme = 'light', height = HEIGHT, shows } = picture;
	const context = await browser.newContext({
		viewport: { width: WIDTH, height },
		deviceScaleFactor: 2,
		colorScheme,
		reducedMotion: 'reduce',
		locale: 'en-GB',
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
		const [underWay = '', , returned = ''] = await setScene(sandbox.origin);
		const shots: readonly Picture[] = [
			{ name: 'console-board', hash: '#/letters', height: 680, shows: 'Helena Prado' },
			{ name: 'console-letter', hash: `#/letters/${underWay}`, shows: 'card.shipped' },
			{
				name: 'console-letter-dark',
				hash: `#/letters/${returned}`,
				colorScheme: 'dark',
				shows: 'card.returned',
			},
		];
		for (const shot of shots) await take(browser, sandbox.origin, shot);
		await strikeFaults(sandbox.origin);
		await take(browser, sandbox.origin, { name: 'console-faults', hash: '#/faults', shows: 'used 2×' });
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
