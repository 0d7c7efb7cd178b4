/**
 * What the campaign says in a language. Its workflow and its Code nodes are the same in all: what a language needs
 * is words and patterns. A Code node gets the groups that it uses.
 */
import type { Listed } from '../types';

export type Field =
	'order' | 'name' | 'street' | 'number' | 'complement' | 'district' | 'city' | 'state' | 'zip' | 'message';

type Outcome =
	| 'ordered'
	| 'ordered_before'
	| 'fine'
	| 'to_correct'
	| 'not_ordered'
	| 'other_contents'
	| 'unknown'
	| 'left_out'
	| 'not_chosen';

export interface Words {
	/** Notes, by their lines, and texts of n8n's own pages. */
	workflow: {
		name: string;
		about: string[];
		aboutHeight: number;
		parts: [read: string[], proof: string[], order: string[], follow: string[]];
		formTitle: string;
		formDescription: string;
		check: string;
		/** Where the page with the letters would open for anyone. */
		needs: string;
	};
	sheet: {
		/** The question for the file. n8n calls the file so, too. */
		file: string;
		/** The heading of the column that the file of rows to correct has more. */
		reason: string;
		/** What a spreadsheet of this language puts between the cells of a CSV. */
		delimiter: string;
		/** Between a number and its decimals. */
		decimal: ',' | '.';
		/** Those formats of days that are called by a number, and are another in each language. */
		formats: Record<number, string>;
		/** True, and false. */
		truths: [string, string];
	};
	reading: {
		trialId: string;
		fields: Record<Field, string>;
		noSheet: (file: string) => string;
		/** Characters that nobody has written. */
		encoding: string;
		openQuote: (row: number) => string;
		/** Of several sheets, none was open. */
		whichSheet: (names: string[]) => string;
		/** One of the headings has to be renamed. */
		doubled: (columns: Array<{ field?: string; headings: string[] }>) => string;
		missing: (fields: string[], columns: string) => string;
		noRows: string;
		tooLong: (rows: number[]) => string;
		tooWide: (most: number) => string;
		/** The first line of the page: what was read. */
		source: (read: {
			name: string;
			isFile: boolean;
			rows: number;
			hidden: number;
			others: string[];
			isStored: boolean;
		}) => string;
		hidden: (rows: number) => string;
		hiddenSheet: (name: string) => string;
		notFound: (fields: string[]) => string;
		notUsed: (headings: string[]) => string;
		/** Read like others. */
		hiddenColumns: (headings: string[]) => string;
		/** Taken for nothing. */
		signs: (signs: string[]) => string;
		/** Rows of one filled cell. */
		notes: (rows: string) => string;
		/** Rows that repeat the headings, or are below another table's. */
		behind: (row: number, rows: string) => string;
		/** Of a cell. */
		unknown: (heading: string) => string;
		shortened: (heading: string, cell: string) => string;
		mayBeDate: (heading: string, cell: string) => string;
		decimal: (heading: string, cell: string) => string;
		noValue: (heading: string) => string;
		plus: (heading: string, cell: string) => string;
		/** Of a row. */
		/** Of a column that is not used, but filled in for some. */
		says: (heading: string, cell: string) => string;
		likeIt: (order: string, row: number) => string;
		goesOn: (rows: string) => string;
	};
	questions: { choose: string; except: string };
	proof: {
		locale: string;
		allFine: (count: number) => string;
		all: (count: number) => string;
		trial: string;
		none: string;
		counts: (fine: number, look: number, correct: number) => string;
		toOrder: (count: number) => string;
		orderedBefore: (count: number) => string;
		/** The button, and what it may order. */
		confirm: string;
		upTo: (count: number) => string;
		priceUnclear: (price: string) => string;
		/** A run takes fewer letters. */
		limit: (count: number, most: number) => string;
		/** At an earlier upload. */
		leftOut: (date: string | null | undefined) => string;
		/** The list has a letter whose order differs only in its spelling. */
		likeIt: (order: string, listed: Partial<Listed>) => string;
		trialWrong: (problems: string[]) => string;
		warning: string;
		correct: string;
		look: string;
		fine: string;
		before: string;
		row: string;
	};
	/** What the check says of a letter. */
	remarks: {
		fields: Record<string, string>;
		known: Array<[pattern: RegExp, said: string | ((all: string, ...groups: string[]) => string)]>;
		other: (remark: string) => string;
	};
	approval: {
		unclear: (parts: string) => string;
		nothing: string;
		tooMany: (count: number, most: number) => string;
	};
	/** Why a letter was not ordered. */
	errors: {
		/** Of the service, by what the first group of a pattern finds. */
		codes: Record<string, string>;
		known: Array<[pattern: RegExp, said: string]>;
		other: (error: string) => string;
		service: (message: string) => string;
	};
	result: {
		unwritten: string;
		fileName: string;
		title: (ordered: number, fine: number) => string;
		before: (count: number) => string;
		not: (count: number) => string;
		left: (count: number) => string;
		download: (count: number) => string;
		again: string;
		columns: string[];
	};
	outcomes: Record<Outcome, string>;
	list: {
		csvName: string;
		day: string;
		title: (delivered: number, all: number) => string;
		under: (count: number) => string;
		returned: (count: number) => string;
		not: (count: number) => string;
		download: string;
		columns: string[];
		statuses: Record<'queued' | 'writing' | 'posted' | 'in_transit' | 'delivered' | 'returned', string>;
	};
}
