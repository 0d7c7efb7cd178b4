/** What the nodes of this example give to each other. */
interface Recipient {
	address_line1: string;
	address_line2?: string;
	city: string;
	state: string;
	zip: string;
}

/** An item of **Check the Letters**. */
export interface Checked {
	item: number;
	name?: string;
	outcome: string;
	problems: string[];
	warnings: string[];
	request?: { to: Recipient; message?: string } | null;
}

/** What each node gives, by its name. */
export interface ApproveByEmail {
	'Check the Letters': Checked;
}

export const CHOICE = 'What may be ordered?';
export const ALL = 'All letters that are fine';
export const SOME = 'Only the letters with these numbers';
