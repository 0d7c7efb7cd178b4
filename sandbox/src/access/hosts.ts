/**
 * Which names the sandbox answers to. A page of another site may have its own name resolve to this
 * machine (DNS rebinding) and would then count as of the same origin; its name tells it apart.
 */
import { isIP } from 'node:net';

const ALWAYS = ['localhost', 'host.docker.internal'];

/** Without its port; an IPv6 address without its brackets. */
function nameIn(hostHeader: string): string {
	const name = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(hostHeader);
	return (name?.[1] ?? name?.[2] ?? '').toLowerCase().replace(/\.$/, '');
}

export function allowedHosts(names: readonly string[]): (hostHeader: string | undefined) => boolean {
	const allowed = new Set([...ALWAYS, ...names].map((name) => name.toLowerCase()));
	/** Most calls name the same one as the call before. */
	let lastAllowed: string | undefined;
	return (hostHeader = '') => {
		if (hostHeader === lastAllowed) return true;
		const name = nameIn(hostHeader);
		const isAllowed = isIP(name) !== 0 || allowed.has(name);
		if (isAllowed) lastAllowed = hostHeader;
		return isAllowed;
	};
}

/** Whether nobody but this machine reaches an address the server is bound to. */
export function isLoopback(address: string): boolean {
	return /^(?:127\.|::1$|::ffff:127\.)/.test(address);
}
