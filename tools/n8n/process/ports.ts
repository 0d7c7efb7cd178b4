/** Finding ports, and saying which one is taken. */
import { createServer } from 'node:net';

const HOST = '127.0.0.1';

/** A port nobody listens on at this moment. */
export function freePort(): Promise<number> {
	return listenOnce(0);
}

/** @param option The command-line option that chooses another one. */
export async function requirePort(port: number, what: string, option: string): Promise<void> {
	try {
		await listenOnce(port);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
		throw new Error(
			`Port ${port} for ${what} is already in use by another program. Nothing was started. End that program, or choose another port with ${option} PORT.`,
		);
	}
}

function listenOnce(port: number): Promise<number> {
	return new Promise((resolve, reject) => {
		const server = createServer();
		server.once('error', reject);
		server.listen(port, HOST, () => {
			const address = server.address();
			server.close(() => resolve(typeof address === 'object' && address ? address.port : port));
		});
	});
}
