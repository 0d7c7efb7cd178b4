/**
 * Makes a moving picture of the way from a sheet to the board, out of the pictures that the programs
 * beside this one have taken: `npm run docs:pictures`.
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runProgram } from '../boundedProgram';
import { withPage } from '../chromium';
import { findProgram, installPackages } from '../programs';
import { FOLDER, LONGEST_MS } from './picture';

const SIZE = { width: 880, height: 560 };
const HEADER = 52;
const SLIDE_FRAMES = 7;
const SCROLL_FRAMES = 9;
const FRAME_SECONDS = 0.06;
/** Long enough to read what matters. */
const HOLD_SECONDS = 1.7;

interface Scene {
	readonly picture: string;
	readonly step: string;
	/** Of the window, in per cent. */
	readonly width?: number;
	/** Shows its lower end too. */
	readonly scrolls?: boolean;
}

const SCENES: readonly Scene[] = [
	{ picture: 'sheet', step: 'Sheet', width: 87 },
	{ picture: 'workflow-check', step: 'Check' },
	{ picture: 'letter', step: 'Letter', width: 62, scrolls: true },
	{ picture: 'editor-card-create', step: 'Order' },
	{ picture: 'console-board', step: 'Board' },
];

const STYLE = `
	body { margin: 0; background: #fff; font: 600 17px/1 'DejaVu Sans', sans-serif; color: #8a919a; }
	header { display: flex; gap: 34px; height: ${HEADER}px; align-items: center; justify-content: center; }
	header b { color: #8a919a; padding: 7px 14px; border-radius: 8px; }
	header b.now { color: #fff; background: #2f5fd0; }
	#window { height: ${SIZE.height - HEADER - 1}px; overflow: hidden; border-top: 1px solid #d5d9de; background: #dde2ea; }
	#strip { display: flex; height: 100%; }
	#strip div { flex: 0 0 100%; }
	img { display: block; margin: 0 auto; }
`;

/** In the page: which scene stands in the window, between two of them too, and how far it is scrolled. */
const SHOW = `(place, scrolled) => {
	const now = Math.round(place);
	document.querySelectorAll('b').forEach((one, index) => one.classList.toggle('now', index === now));
	document.getElementById('strip').style.transform = 'translateX(' + -100 * place + '%)';
	const image = document.images[now];
	const more = image.height - document.getElementById('window').clientHeight;
	image.style.transform = 'translateY(' + -Math.max(0, more) * scrolled + 'px)';
}`;

interface Frame {
	readonly place: number;
	readonly scrolled: number;
	readonly seconds: number;
}

/** Slow at both ends. */
const eased = (part: number): number => (1 - Math.cos(Math.PI * part)) / 2;

const moving = (frames: number, at: (part: number) => Omit<Frame, 'seconds'>): Frame[] =>
	Array.from({ length: frames }, (_, index) => ({
		...at(eased((index + 1) / (frames + 1))),
		seconds: FRAME_SECONDS,
	}));

const FRAMES: readonly Frame[] = SCENES.flatMap(({ scrolls }, place) => [
	{ place, scrolled: 0, seconds: HOLD_SECONDS },
	...(scrolls ? moving(SCROLL_FRAMES, (scrolled) => ({ place, scrolled })) : []),
	...(scrolls ? [{ place, scrolled: 1, seconds: HOLD_SECONDS }] : []),
	...(place + 1 < SCENES.length
		? moving(SLIDE_FRAMES, (part) => ({ place: place + part, scrolled: Number(scrolls ?? false) }))
		: []),
]);

async function drawStage(): Promise<string> {
	const steps = SCENES.map(({ step }) => `<b>${step}</b>`).join('');
	const pictures = await Promise.all(
		SCENES.map(async ({ picture, width = 100 }) => {
			const png = await readFile(join(FOLDER, `${picture}.png`));
			return `<div><img style="width: ${width}%" src="data:image/png;base64,${png.toString('base64')}"></div>`;
		}),
	);
	return `<!doctype html><style>${STYLE}</style><header>${steps}</header>
		<div id="window"><div id="strip">${pictures.join('')}</div></div>`;
}

function ensureFfmpeg(): string {
	if (findProgram(['ffmpeg']) === undefined) installPackages(['ffmpeg']);
	return 'ffmpeg';
}

/** As a list for ffmpeg: each frame with how long it stands. */
async function drawFrames(folder: string): Promise<string> {
	return await withPage({ viewport: SIZE }, async (page) => {
		await page.setContent(await drawStage());
		const lines: string[] = [];
		for (const [index, { place, scrolled, seconds }] of FRAMES.entries()) {
			await page.evaluate(`(${SHOW})(${place}, ${scrolled})`);
			const file = join(folder, `${String(index)}.png`);
			await page.screenshot({ path: file });
			lines.push(`file '${file}'`, `duration ${seconds}`);
		}
		// ffmpeg drops how long the last one stands.
		return [...lines, lines.at(-2) ?? ''].join('\n');
	});
}

async function main(): Promise<void> {
	const ffmpeg = ensureFfmpeg();
	const folder = await mkdtemp(join(tmpdir(), 'handwritten-letters-pictures-'));
	try {
		const list = join(folder, 'frames.txt');
		await writeFile(list, await drawFrames(folder));
		const colours = 'split[a][b];[a]palettegen=stats_mode=full[p];[b][p]paletteuse=dither=none';
		const from = ['-y', '-loglevel', 'error', '-f', 'concat', '-safe', '0', '-i', list];
		const gif = join(FOLDER, 'first-letter.gif');
		execFileSync(ffmpeg, [...from, '-vf', colours, '-vsync', 'vfr', '-loop', '0', gif], { stdio: 'inherit' });
		console.log(`first-letter.gif ${Math.round((await readFile(gif)).length / 1024)} KB`);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

runProgram(main, LONGEST_MS);
