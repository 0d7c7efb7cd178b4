/**
 * A network namespace, as a container has one: another machine for all that a test asks, joined to
 * this one by a cable of its own. Making one takes root, and Linux.
 */
import { execFileSync } from 'node:child_process';

export interface NetworkNamespace {
	/** Where the namespace reaches this machine. */
	readonly host: string;
	/** Where this machine reaches the namespace. */
	readonly guest: string;
	/** What runs a program inside it, in front of the program. */
	readonly launcher: readonly [string, ...string[]];
	remove(): void;
}

const ip = (...args: string[]) => void execFileSync('ip', args, { stdio: 'pipe' });

/** Throws where there cannot be one. */
export function makeNamespace(): NetworkNamespace {
	// Within the 15 characters that a network device's name may have.
	const name = `letters${process.pid % 1e7}`;
	const remove = (): void => ip('netns', 'del', name);
	ip('netns', 'add', name);
	try {
		// From a range for tests between networks, which no real one uses (RFC 2544); four to a process.
		const block = 4 * (process.pid % 2 ** 14);
		const address = (last: number): string => `198.18.${block >> 8}.${(block & 255) + last}`;
		const [host, guest] = [address(1), address(2)];
		ip('link', 'add', `${name}o`, 'type', 'veth', 'peer', 'name', `${name}i`, 'netns', name);
		ip('addr', 'add', `${host}/30`, 'dev', `${name}o`);
		ip('link', 'set', `${name}o`, 'up');
		ip('-n', name, 'addr', 'add', `${guest}/30`, 'dev', `${name}i`);
		ip('-n', name, 'link', 'set', `${name}i`, 'up');
		ip('-n', name, 'link', 'set', 'lo', 'up');
		return { host, guest, launcher: ['ip', 'netns', 'exec', name], remove };
	} catch (error) {
		remove();
		throw error;
	}
}
