/** A real Chromium for the browser tests: the machine's own, or Debian's package where we may install it. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { chromium } from 'playwright-core';

import { findProgram, installPackages, isProgram } from './programs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const USUAL_PLACES = [
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
	'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const findChromium = (): string | undefined =>
	[process.env.CHROMIUM_PATH ?? ''].find(isProgram) ?? findProgram(NAMES) ?? USUAL_PLACES.find(isProgram);

/** The path of a Chromium; installs it as root on Debian, otherwise says what to do. */
function ensureChromium(): string {
	const found = findChromium();
	if (found !== undefined) return found;
	let reason = '';
	try {
		installPackages(['chromium']);
	} catch (error) {
		reason = ` ${(error as Error).message}`;
	}
	const installed = findChromium();
	if (installed !== undefined) return installed;
	throw new Error(`No Chromium found. Install one, or name one in CHROMIUM_PATH.${reason}`);
}

export function launchChromium(): Promise<Browser> {
	return chromium.launch({ executablePath: ensureChromium() });
}

/** A page of a browser of its own, while that is done with it. */
export async function withPage<T>(
	options: BrowserContextOptions,
	work: (page: Page) => Promise<T>,
): Promise<T> {
	const browser = await launchChromium();
	try {
		return await work(await browser.newPage(options));
	} finally {
		await browser.close();
	}
}

// Run by itself before the browser tests: an installation takes longer than a test may.
if (require.main === module) console.log(`Chromium: ${ensureChromium()}`);
