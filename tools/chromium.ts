/** A real Chromium for the browser tests: the machine's own, or Debian's package where we may install it. */
import type { ExecFileSyncOptions } from 'node:child_process';
import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

import type { Browser } from 'playwright-core';
import { chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const USUAL_PLACES = [
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
	'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
const INSTALL_MS = 300_000;

function isProgram(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

function findChromium(): string | undefined {
	const folders = (process.env.PATH ?? '').split(delimiter);
	const candidates = [
		process.env.CHROMIUM_PATH ?? '',
		...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))),
		...USUAL_PLACES,
	];
	return candidates.find((path) => path !== '' && isProgram(path));
}

function installChromium(): void {
	const options: ExecFileSyncOptions = {
		stdio: ['ignore', 'ignore', 'pipe'],
		timeout: INSTALL_MS,
		env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
	};
	const aptGet = (...args: string[]): unknown =>
		execFileSync('apt-get', ['-qq', '-o', `DPkg::Lock::Timeout=${INSTALL_MS / 1000}`, ...args], options);
	aptGet('update');
	aptGet('install', '-y', '--no-install-recommends', 'chromium');
}

/** The path of a Chromium; installs it as root on Debian, otherwise says what to do. */
export function ensureChromium(): string {
	const found = findChromium();
	if (found !== undefined) return found;
	let reason = '';
	if (process.getuid?.() === 0 && process.platform === 'linux') {
		try {
			installChromium();
		} catch (error) {
			reason = ` (apt-get could not: ${(error as Error).message})`;
		}
	}
	const installed = findChromium();
	if (installed !== undefined) return installed;
	throw new Error(
		`No Chromium found${reason}. Install Chromium or Google Chrome, or name one in CHROMIUM_PATH.`,
	);
}

export function launchChromium(): Promise<Browser> {
	return chromium.launch({ executablePath: ensureChromium() });
}

// Run by itself before the browser tests: an installation takes longer than a test may.
if (require.main === module) console.log(`Chromium: ${ensureChromium()}`);
