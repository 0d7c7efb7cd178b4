/** What the nodes of the campaign give to each other. */
export interface Address {
	name: string;
	street: string;
	complement: string;
	city: string;
	state: string;
	zip: string;
}

/** Empty where no letter to oneself is wanted. */
type Me = Partial<Record<`my_${Exclude<keyof Address, 'name'>}`, string>> & { my_name?: string };

export interface Settings extends Me {
	/** Of one letter, as people write it: "8,90". */
	price: string | number;
	currency: string;
	country: string;
}

/** A row of a sheet, its cells as the person sees them. */
export interface SheetRow {
	/** That of the person's program. */
	row_number: number;
	cells: string[];
	/** The columns of those that show a day, or may. */
	dates: number[];
	/** The columns of those with a formula that was never calculated. */
	unknown: number[];
	isHidden: boolean;
}

export interface Table {
	/** Of the sheet, or of the file where that names none. */
	name: string;
	isHidden: boolean;
	rows: SheetRow[];
	/** Columns that nobody sees, from one to another. */
	hiddenColumns?: Array<[from: number, to: number]>;
	/** Of a text file: the row in which a quotation mark opens that never closes, or 0. */
	open?: number;
}

/** One row of the sheet, as fields of a letter. */
export interface Row extends Address {
	/** The letter to oneself has none. */
	row_number: number | null;
	/** What is to be said of the sheet, a line each. */
	about: string[];
	/** What is to be corrected in the row, and what to look at, as far as the sheet shows it. */
	faults: string[];
	doubts: string[];
	order: string;
	country: string;
	message: string;
	/** Each heading with its cell. Headings are people's words, and no keys: one may be `constructor`. */
	source: Array<[heading: string, cell: string]>;
}

/** What ends the form at once. */
export interface Page {
	page: string;
}

interface Recipient {
	name?: string;
	address_line1?: string;
	address_line2?: string;
	city?: string;
	state?: string;
	zip?: string;
	country?: string;
}

/** An item of **Check the Letters**. */
export interface Checked {
	/** Of the credential: the list of its letters is its own. */
	account: string;
	item: number;
	outcome: string;
	problems: string[];
	warnings: string[];
	request?: { to: Recipient; message?: string } | null;
}

export type State = 'correct' | 'look' | 'fine' | 'before';
export type Kind = 'fine' | 'all' | 'trial' | 'none';

export interface Judged {
	item: number;
	row_number: number | null;
	order: string;
	state: State;
	problems: string[];
}

export interface Proof {
	title: string;
	description: string;
	/** What the button says. */
	button: string;
	/** The questions and the letters, as JSON. */
	fields: string;
	choices: Array<{ kind: Kind; option: string }>;
	/** How many letters a run takes, where there are more. */
	most: number | null;
	letters: Judged[];
}

/** An item of **Order the Letters**: a letter, or why there is none. */
export interface Ordered {
	outcome?: string;
	id?: string | null;
	status?: string | null;
	created_at?: string | null;
	problems?: string[];
	error?: string | { message?: string };
	details?: { message?: string };
}

/** A row of the data table. */
export interface Listed {
	account: string;
	row: number | null;
	name: string;
	external_id: string;
	letter_id: string;
	outcome: string;
	/** Since when it is so. */
	outcome_date: string | null;
	status: string;
	date: string | null;
}

/** What each node gives, by its name. */
export interface Campaign {
	'Upload the Sheet': { submittedAt: string };
	Settings: Settings;
	'Read the Rows': Row;
	'Check the Letters': Checked;
	'Ordered Before': Partial<Listed>;
	'Make the Proof': Proof;
	/** The answers, by their questions. */
	Proof: Record<string, string | number | null | undefined>;
	'What Was Approved': Checked;
	'Order the Letters': Ordered;
}
