/**
 * What n8n's log gets of what may come in a flood, such as rejected deliveries: the first line of each
 * kind in full, then one a minute with the number of those between. A line for each would be gigabytes
 * a day.
 */
const ONE_LINE_MS = 60_000;

interface Written {
	at: number;
	/** Of the same kind since then. */
	more: number;
}

export class CountedLines {
	/** By kind: numbers in it are the sender's choice. */
	private readonly written = new Map<string, Written>();

	constructor(private readonly clock = () => Date.now()) {}

	/** What to log; undefined when it is only counted. */
	line(given: string, text: string): string | undefined {
		const kind = given.replace(/\d+/g, '0');
		const last = this.written.get(kind);
		const now = this.clock();
		// Also after a clock was set back.
		if (last && Math.abs(now - last.at) < ONE_LINE_MS) {
			last.more += 1;
			return undefined;
		}
		this.written.set(kind, { at: now, more: 0 });
		if (!last?.more) return text;
		return `${text} (and ${last.more} more like it since ${new Date(last.at).toISOString()})`;
	}
}
