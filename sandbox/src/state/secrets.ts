/**
 * The API keys, webhook secrets and the control token: what the journal and the live log must not
 * show, wherever a call or its answer carries it.
 */
const MASK = '***';

/** Shorter ones are masked only as a word of their own: the key "a" must not blot out every "a". */
const LONG_ENOUGH = 6;

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** As it stands in a header, in JSON (which may escape a slash) and in an address (in capitals or not). */
function formsOf(secret: string): string[] {
	const json = JSON.stringify(secret).slice(1, -1);
	const encoded = encodeURIComponent(secret);
	const small = encoded.replace(/%../g, (code) => code.toLowerCase());
	return [secret, json, json.replaceAll('/', '\\/'), encoded, small];
}

function patternOf(form: string): string {
	return form.length >= LONG_ENOUGH ? literal(form) : `(?<![\\w-])${literal(form)}(?![\\w-])`;
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
		for (const form of secrets.filter((one) => one !== null).flatMap(formsOf)) this.forms.add(form);
		if (this.forms.size === before) return;
		// The longer first: one may be the beginning of another.
		const patterns = [...this.forms].sort((a, b) => b.length - a.length).map(patternOf);
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
