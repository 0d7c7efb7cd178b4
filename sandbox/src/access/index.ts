/** The host name and the control token: the first thing every request meets. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { ApiError } from '../api/errors';
import { ControlToken, needsToken, newControlToken, tokenInAddress, tokenRequired } from './controlToken';
import { allowedHosts, isLoopback } from './hosts';
import { sendTokenPage, wantsPage } from './tokenPage';

interface Options {
	/** Names beside the usual ones, `--host` among them. */
	readonly hosts: readonly string[];
	/** Wanted wherever the sandbox listens; null makes one where other machines reach it. */
	readonly controlToken: string | null;
}

export interface Access {
	/** The bound addresses decide whether a token is wanted; until they are known, it is. */
	listensOn: (addresses: readonly string[]) => void;
	/** Null where none is wanted. */
	readonly token: string | null;
}

export function installAccess(app: FastifyInstance, { hosts, controlToken }: Options): Access {
	const isAllowed = allowedHosts(hosts);
	let token: string | null = controlToken ?? newControlToken();
	let guard: ControlToken | null = new ControlToken(token);

	app.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, next) => {
		const { host } = request.headers;
		if (host === undefined) {
			next(new ApiError('invalid_request', 'The Host header is required'));
			return;
		}
		if (!isAllowed(host)) {
			const text = `This sandbox does not answer to the name ${host}; --allow-host adds a name`;
			next(new ApiError('unknown_host', text));
			return;
		}
		if (!needsToken(request.url)) {
			next();
			return;
		}
		// No page of another site may load what is here, such as the API key in the script of /docs.
		void reply.header('Cross-Origin-Resource-Policy', 'same-origin');
		if (guard !== null) {
			if (guard.exchange(request, reply)) return;
			if (!guard.isIn(request)) {
				if (wantsPage(request)) sendTokenPage(request, reply, tokenInAddress(request.url) !== null);
				else next(tokenRequired());
				return;
			}
		}
		next();
	});

	return {
		listensOn(addresses) {
			if (controlToken !== null || !addresses.every(isLoopback)) return;
			token = null;
			guard = null;
		},
		get token() {
			return token;
		},
	};
}
