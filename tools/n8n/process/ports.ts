/** Finding ports, and saying which one is taken. */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const HOST = '127.0.0.1';
/** Systems give higher ones to connections and to servers that ask for any: none of those takes it before we do. */
const LOWEST = 10_000;
const HIGHEST = 32_767;

/** A port nobody listens on at this moment. */
export async function freePort(): Promise<number> {
	const port = randomInt(LOWEST, HIGHEST + 1);
	return (await isTaken(port)) ? freePort() : port;
}

/** @param option The command-line option that chooses another one. */
export async function requirePort(port: number, what: string, option: string): Promise<void> {
	if (!(await isTaken(port))) return;
	throw new Error(
		`Port ${port} for ${what} is already in use by another program. Nothing was started. End that program, or choose another port with ${option} PORT.`,
	);
}

async function isTaken(port: number): Promise<boolean> {
	try {
		await listenOnce(port);
		return false;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
		return true;
	}
}

function listenOnce(port: number): Promise<void> {
	return new Promise((resolve, reject) => {
		const server = createServer();
		server.once('error', reject);
		server.listen(port, HOST, () => {
			server.close(() => {
				resolve();
			});
		});
	});
}
