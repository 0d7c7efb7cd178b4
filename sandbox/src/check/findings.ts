/** What a check has found, one row for each thing it looked at. */

export type Result = 'holds' | 'breaks' | 'as the sandbox' | 'unlike the sandbox' | 'unknown';

export interface Row {
	/** The call it was seen in, for example `POST /cards`. */
	readonly call: string;
	readonly about: string;
	readonly interface: string;
	readonly sandbox: string;
	readonly observed: string;
	readonly result: Result;
}

const NOT_SHOWN = 'not shown';
const SAME = 'the same';

export class Findings {
	readonly rows: Row[] = [];

	/** Something the interface says. */
	rule(call: string, about: string, says: string, observed: string, holds: boolean): void {
		const result = holds ? 'holds' : 'breaks';
		this.rows.push({ call, about, interface: says, sandbox: SAME, observed, result });
	}

	/** Something the interface leaves open and the sandbox had to choose. */
	choice(call: string, about: string, sandbox: string, observed: string): void {
		const result = observed === sandbox ? 'as the sandbox' : 'unlike the sandbox';
		this.rows.push({ call, about, interface: NOT_SHOWN, sandbox, observed, result });
	}

	/** Something that could not be looked at. */
	unknown(call: string, about: string, says: string, why: string): void {
		this.rows.push({ call, about, interface: says, sandbox: SAME, observed: why, result: 'unknown' });
	}

	count(result: Result): number {
		return this.rows.filter((row) => row.result === result).length;
	}
}
