/** Takes the documentation's pictures of the console: `npm run docs:pictures`. */
import { DEFAULTS } from '../../sandbox/src/defaults';
import { runProgram } from '../boundedProgram';
import { startLocalServer } from '../localServer';
import { SandboxClient } from '../sandboxClient';
import { setScene } from './consoleScenery';
import { LONGEST_MS, LOOKS, takePage } from './picture';

const WIDTH = 1240;
const HEIGHT = 850;

interface Picture {
	readonly name: string;
	readonly hash: string;
	readonly height?: number;
	/** Something that is there once the view is complete. */
	readonly shows: string;
}

/** Two rules that have struck, one that waits. */
async function strikeFaults(sandbox: SandboxClient): Promise<void> {
	await sandbox.control('PUT', '/faults', {
		rules: [
			{ on: { method: 'POST', path: '/cards' }, when: { next: 1 }, fault: { cut: true } },
			{ when: { every: 5 }, fault: { status: 500 } },
			{ when: { next: 1 }, fault: { webhook: 'bad_signature' } },
		],
	});
	for (let i = 0; i < 12; i++) {
		const letter = { to: { name: '' }, message: '' };
		// Refused or cut off: only the faults are of interest here.
		await sandbox.order(letter, `fault-${i}`).catch(() => undefined);
	}
}

async function main(): Promise<void> {
	const receiver = await startLocalServer((request, response) =>
		request.resume().on('end', () => response.end()),
	);
	const webhookUrl = `${receiver.origin}/webhook/letters`;
	const sandbox = await SandboxClient.start({ webhookUrl, plan: DEFAULTS.plan });
	const takePair = async ({ name, hash, height = HEIGHT, shows }: Picture): Promise<void> => {
		for (const look of LOOKS) {
			await takePage({ name, look, width: WIDTH, height }, async (page) => {
				await page.goto(`${sandbox.origin}/${hash}`);
				await page.getByText(shows).first().waitFor();
			});
		}
	};
	try {
		const [underWay = ''] = await setScene(sandbox);
		const shots: readonly Picture[] = [
			{ name: 'console-board', hash: '#/letters', height: 680, shows: 'Helena Prado' },
			{ name: 'console-letter', hash: `#/letters/${underWay}`, shows: 'card.shipped' },
		];
		for (const shot of shots) await takePair(shot);
		await strikeFaults(sandbox);
		await takePair({ name: 'console-faults', hash: '#/faults', shows: 'used 2×' });
	} finally {
		await sandbox.close();
		await receiver.close();
	}
}

runProgram(main, LONGEST_MS);
