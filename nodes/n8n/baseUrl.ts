/** The address of the service, as a credential names it. */

/** As a person enters it, to put a path behind it. */
export const trimBaseUrl = (given: string): string => given.trim().replace(/\/+$/, '');

/** Why it cannot be used; the address itself may hold a password. */
export function baseUrlFault(baseUrl: string): string | undefined {
	// Some readers take `https:/` for an address, and n8n's does not.
	if (!/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl)) return 'is not a web address';
	const { username, password } = new URL(baseUrl);
	// They would be sent in the place of the API key.
	if (username + password !== '') return 'has a user name or a password in it';
	// What follows it would be no path.
	return /[?#]/.test(baseUrl) ? 'has a ? or a # in it' : undefined;
}

/** This computer, private networks, and names that the internet does not know. */
const OWN_NETWORK = new RegExp(
	[
		String.raw`^(?:10|127)(?:\.\d+){3}$|^(?:169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d+){2}$`,
		String.raw`^\[(?:::1\]|f[cd]|fe[89ab])`,
		String.raw`^[^.:]+$|\.(?:home\.arpa|internal|local|localhost)$`,
	].join('|'),
);

/** In a container, that is the container. */
export const isThisComputer = (baseUrl: string): boolean =>
	/^(?:127(?:\.\d+){3}|\[::1\]|localhost)$/.test(new URL(baseUrl).hostname);

/** Warns of a base URL by which everything can be read on its way through the internet. */
export function warnOfUnencrypted(baseUrl: string): string[] {
	if (!URL.canParse(baseUrl)) return [];
	const { protocol, hostname, origin } = new URL(baseUrl);
	if (protocol !== 'http:' || OWN_NETWORK.test(hostname)) return [];
	return [`The base URL begins with http://, so the API key and the letters go to ${origin} unencrypted`];
}
