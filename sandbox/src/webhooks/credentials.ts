/** Credentials in an address (https://user:password@…): they are sent as Basic, and not shown. */

/** A % that begins no encoded character stands for itself. */
function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

/** What the Authorization header carries (RFC 7617); null without any. */
export function credentialsIn(url: string): string | null {
	const { username, password } = new URL(url);
	if (username === '' && password === '') return null;
	return Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64');
}

export function withoutCredentials(url: string): string {
	if (credentialsIn(url) === null) return url;
	const address = new URL(url);
	address.username = '';
	address.password = '';
	return address.href;
}
