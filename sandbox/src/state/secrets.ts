/**
 * What the journal and the live log must not show: whatever stands where credentials stand, and the
 * sandbox's own API keys, webhook secrets and control token wherever a call or its answer carries them.
 */
export const MASK = '***';

/** Shorter ones are masked by their place alone: they may be words of the letter. */
const LONG_ENOUGH = 8;

/** Names of headers and parameters; the Idempotency-Key is none. */
const CREDENTIAL = /authorization|cookie|token|secret|passw|credential|api[-_]?key|^(x[-_])?(auth|key)$/i;
export const carriesCredential = (name: string): boolean => CREDENTIAL.test(name);

const decoded = (text: string): string => {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
};

/** The address without what its query has of credentials. */
export function withoutCredentials(path: string): string {
	if (!path.includes('?')) return path;
	return path.replace(/([?&])([^=&]+)=[^&]*/g, (pair, sign: string, name: string) =>
		carriesCredential(decoded(name)) ? `${sign}${name}=${MASK}` : pair,
	);
}

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** As it stands in a header, in JSON (which may escape a slash) and in an address (in capitals or not). */
function formsOf(secret: string): string[] {
	const json = JSON.stringify(secret).slice(1, -1);
	const encoded = encodeURIComponent(secret);
	const small = encoded.replace(/%../g, (code) => code.toLowerCase());
	return [secret, json, json.replaceAll('/', '\\/'), encoded, small];
}

interface Call {
	readonly path: string;
	readonly error: string | null;
	readonly idempotency_key: string | null;
}

export class Secrets {
	private readonly forms = new Set<string>();
	private pattern = /$^/g;

	constructor(secrets: readonly string[]) {
		this.add(...secrets);
	}

	/** A secret stays one once it has been replaced. */
	add(...secrets: readonly (string | null)[]): void {
		const before = this.forms.size;
		const long = secrets.filter((one) => one !== null && one.length >= LONG_ENOUGH);
		for (const form of long.flatMap((one) => formsOf(one ?? ''))) this.forms.add(form);
		if (this.forms.size === before) return;
		// The longer first: one may be the beginning of another.
		const patterns = [...this.forms].sort((a, b) => b.length - a.length).map(literal);
		this.pattern = new RegExp(patterns.join('|'), 'g');
	}

	masked(text: string): string {
		return text.replace(this.pattern, MASK);
	}

	/** Of a text that was cut, where a secret may have lost its end. */
	maskedCut(text: string): string {
		const forms = [...this.forms];
		let length = Math.max(0, ...forms.map((form) => form.length));
		// The longest first: the end of one secret's beginning may be how another begins.
		while (length > 0 && !forms.some((form) => form.startsWith(text.slice(-length)))) length -= 1;
		return length === 0 ? this.masked(text) : this.masked(text.slice(0, -length)) + MASK;
	}

	maskedCall<Recorded extends Call>(call: Recorded): Recorded {
		const { path, error, idempotency_key: key } = call;
		const masked = (text: string | null) => (text === null ? null : this.masked(text));
		return { ...call, path: this.masked(path), error: masked(error), idempotency_key: masked(key) };
	}
}
