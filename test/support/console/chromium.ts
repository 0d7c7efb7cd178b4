/** A real Chromium for the browser tests: the machine's own, or Debian's package where we may install it. */
import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';

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

const isRoot = process.getuid?.() === 0;

function installChromium(): void {
	const options = {
		stdio: 'ignore',
		timeout: INSTALL_MS,
		env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
	} as const;
	execFileSync('apt-get', ['update', '-qq'], options);
	execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], options);
}

/** The path of a Chromium; installs it as root on Debian, otherwise says what to do. */
export function ensureChromium(): string {
	const found = findChromium();
	if (found !== undefined) return found;
	let reason = '';
	if (isRoot && process.platform === 'linux') {
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
	return chromium.launch({
		executablePath: ensureChromium(),
		// Chromium's own sandbox does not run as root.
		args: isRoot ? ['--no-sandbox'] : [],
	});
}

// Run by itself before the browser tests: an installation takes longer than a test may.
if (require.main === module) console.log(`Chromium: ${ensureChromium()}`);
