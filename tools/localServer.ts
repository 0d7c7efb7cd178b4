/** An HTTP server for a test, on a free port of this machine alone. */
import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LocalServer {
	origin: string;
	/** Also ends the connections that are open. */
	close: () => Promise<void>;
}

export async function startLocalServer(listener: RequestListener): Promise<LocalServer> {
	const server = createServer(listener);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: async () => {
			const closed = new Promise((resolve) => server.close(resolve));
			server.closeAllConnections();
			await closed;
		},
	};
}
