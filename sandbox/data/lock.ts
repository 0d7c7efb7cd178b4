/**
 * One sandbox per data file. A listening local socket is the lock: the system ends it with its
 * process, however that dies, and no later process can be mistaken for its owner by a reused id.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** In the folder for temporary files: a socket's path must be short, and not every disk can hold one. */
function addressOf(file: string): string {
	const name = createHash('sha256').update(file).digest('hex').slice(0, 16);
	if (process.platform === 'win32') return `\\\\.\\pipe\\handwritten-letters-${name}`;
	return path.join(tmpdir(), `letters-${name}.sock`);
}

async function listen(address: string): Promise<Server | null> {
	const server = createServer((socket) => socket.destroy()).unref();
	server.listen(address);
	try {
		await once(server, 'listening');
		return server;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return null;
		throw error;
	}
}

/** A socket that a killed process left behind refuses connections. */
async function isAbandoned(address: string): Promise<boolean> {
	const socket = connect(address);
	try {
		await once(socket, 'connect');
		return false;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
	} finally {
		socket.destroy();
	}
}

/** Gives the function that unlocks; null when another sandbox has the file. */
export async function lockFile(file: string): Promise<(() => Promise<void>) | null> {
	const address = addressOf(file);
	let server = await listen(address);
	if (server === null && (await isAbandoned(address))) {
		await rm(address, { force: true });
		server = await listen(address);
	}
	if (server === null) return null;
	const held = server;
	return async () => {
		held.close();
		await once(held, 'close');
	};
}
