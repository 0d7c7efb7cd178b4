/**
 * What n8n's log gets of rejected deliveries: the first of each reason in full, then one line a minute
 * with the number of those between. A line for each would be gigabytes a day in a flood.
 */
const ONE_LINE_MS = 60_000;

interface Written {
	at: number;
	/** Rejected for the same reason since then. */
	more: number;
}

export class RejectionLog {
	/** By trigger and kind of reason: numbers in it are the sender's choice. */
	private readonly written = new Map<string, Written>();

	constructor(private readonly clock = () => Date.now()) {}

	/** What to log of this rejection; undefined when it is only counted. */
	line(trigger: string, reason: string): string | undefined {
		const kind = `${trigger}: ${reason.replace(/\d+/g, '0')}`;
		const last = this.written.get(kind);
		const now = this.clock();
		// Also after a clock was set back.
		if (last && Math.abs(now - last.at) < ONE_LINE_MS) {
			last.more += 1;
			return undefined;
		}
		this.written.set(kind, { at: now, more: 0 });
		if (!last?.more) return reason;
		return `${reason} (and ${last.more} more like it since ${new Date(last.at).toISOString()})`;
	}
}
