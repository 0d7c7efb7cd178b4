/**
 * A redirect is not followed: it would carry the API key elsewhere and turn a POST into a GET. With
 * a Location it says that nothing was done here.
 */
import { shorten } from '../../../words/excerpt';

export interface Redirect {
	/** Without its query, which may hold secrets. */
	to: string;
	/** Of the service, where the same path is asked for at another address. */
	baseUrl?: string;
}

const LONGEST_ADDRESS = 200;

const STATUSES = new Set([301, 302, 307, 308]);

/**
 * @param url what was asked
 * @param path the part of it below the base URL
 */
export function readRedirect(
	status: number,
	location: unknown,
	url: string,
	path: string,
): Redirect | undefined {
	if (!STATUSES.has(status) || typeof location !== 'string' || !URL.canParse(location, url)) return undefined;
	const { origin, pathname } = new URL(location, url);
	const to = `${origin}${pathname}`;
	return to.endsWith(path) && to !== url ? { to, baseUrl: to.slice(0, -path.length) } : { to };
}

export function explainRedirect({ to, baseUrl }: Redirect): {
	message: string;
	said?: string;
	advice: string;
} {
	return baseUrl === undefined
		? {
				message: 'The server at the base URL redirects to another address',
				// It may hold what was asked for.
				said: `The address is ${shorten(to, LONGEST_ADDRESS)}.`,
				advice: 'Check the base URL in the Handwritten Letters API credential.',
			}
		: {
				message: `The service has moved to ${shorten(baseUrl, LONGEST_ADDRESS)}: enter it as Base URL`,
				advice:
					'Base URL is in the Handwritten Letters API credential. Before you change it, make sure that this is an address of the letter service.',
			};
}
