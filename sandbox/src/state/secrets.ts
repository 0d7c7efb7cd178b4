/**
 * The API keys, webhook secrets and the control token: what the journal and the live log must not
 * show, wherever a call or its answer carries it.
 */
const MASK = '***';

/** Shorter ones are masked only as a word of their own: the key "a" must not blot out every "a". */
const LONG_ENOUGH = 6;

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** As it stands in a header, in JSON and in an address. */
function formsOf(secret: string): string[] {
	return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)];
}

function patternOf(form: string): string {
	return form.length >= LONG_ENOUGH ? literal(form) : `(?<![\\w-])${literal(form)}(?![\\w-])`;
}

interface Call {
	readonly path: string;
	readonly idempotency_key: string | null;
}

export class Secrets {
	private readonly forms = new Set<string>();
	private pattern = /$^/g;

	constructor(secrets: readonly string[]) {
		this.add(...secrets);
	}

	/** A secret stays one once it has been replaced. */
	add(...secrets: readonly string[]): void {
		const before = this.forms.size;
		for (const form of secrets.flatMap(formsOf)) this.forms.add(form);
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
		const whole = this.masked(text);
		for (const form of this.forms) {
			for (let length = form.length - 1; length > 0; length -= 1) {
				if (whole.endsWith(form.slice(0, length))) return whole.slice(0, -length) + MASK;
			}
		}
		return whole;
	}

	maskedCall<Recorded extends Call>(call: Recorded): Recorded {
		const { path, idempotency_key: key } = call;
		return { ...call, path: this.masked(path), idempotency_key: key === null ? null : this.masked(key) };
	}
}
