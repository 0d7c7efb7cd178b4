/** The words of the campaign in English. */
import { englishSheet } from './englishSheet';
import type { Words } from './words';

export const english: Words = {
	...englishSheet,
	workflow: {
		name: 'Campaign',
		about: [
			'## A campaign: a sheet goes in, letters come out, and a list says who has theirs',
			'1. Choose your credential in **Check the Letters**, **Order the Letters**, **Letter Event**, **Look at the Letter** and **Whose List**, and a Basic Auth credential (a name and a password of your own) in **Upload the Sheet** and **See the List**. With a real account real letters are ordered: try it with the sandbox first.',
			'2. In **Settings**: your price per letter, such as 8.90, and your own name and address if you want one letter first.',
			'3. Publish the workflow. Upload a CSV or an Excel workbook (.xlsx) at the production URL of **Upload the Sheet**.',
			'',
			'It needs n8n 2.14 or newer. Before, anyone can guess the address of the page with the letters: there, the workflow says so, shows no letter and orders none.',
			'',
			'*The login covers the first page of the form only.* The page with the letters opens for anybody who has its link, and whoever has it can order: do not pass it on. The last page has no names, but its file of rows to correct does. From n8n 2.30 on, a new form trigger with *n8n User Auth* in the place of **Upload the Sheet**, with its name and question, covers every page.',
			'',
			'Whoever has the login can order any letters, to any address, as often as they like; each run takes at most 500.',
		],
		aboutHeight: 520,
		parts: [
			[
				'### 1 · Upload and read',
				'CSV (comma, semicolon or tab) or Excel. **Read the Rows** takes an Excel workbook (.xlsx) as you see it: the formats of its numbers, without hidden sheets and rows. It finds the columns by their headings, in English and Portuguese, and joins the address. What it read, and what not, stands first on the next page.',
			],
			[
				'### 2 · Check and proof',
				'**Check the Letters** orders nothing. The page shows all letters: to correct, to look at, fine, ordered before.',
			],
			[
				'### 3 · Order what was approved',
				'**Order the Letters** takes exactly what was shown. One External ID (the column Order) is one letter of an account, however often you upload.',
			],
			[
				'### 4 · Follow',
				'By events, with **Letter Event** (give its production URL to the letter service), and by a daily look-up. **See the List** is a page with the same login: who has theirs, who has not, which came back. It shows the letters of the account that **Whose List** has the credential of.',
			],
		],
		formTitle: 'Letters from a sheet',
		formDescription:
			'One letter for each row, as CSV or Excel. Nothing is ordered before you have seen every letter.',
		check: 'Check the letters',
		needs:
			'<h1>Nothing was ordered</h1><p>This n8n opens the page with the letters for anyone who guesses its address. Use n8n 2.14 or newer.</p>',
	},
	sheet: {
		file: 'Sheet',
		reason: 'What to correct',
		delimiter: ',',
		decimal: '.',
		formats: { 14: 'm/d/yyyy', 15: 'd-mmm-yy', 16: 'd-mmm', 17: 'mmm-yy', 22: 'm/d/yyyy h:mm' },
		truths: ['TRUE', 'FALSE'],
	},
	questions: { choose: 'What do you order?', except: 'Rows to leave out' },
	proof: {
		locale: 'en-US',
		allFine: (count) => (count === 1 ? 'The only one without warnings' : `All ${count} without warnings`),
		all: (count) =>
			count === 1 ? 'The only one, with its warnings' : `All ${count}, those with warnings too`,
		trial: 'One letter, to me',
		none: 'Nothing',
		counts: (fine, look, correct) => `${fine} fine, ${look} to look at, ${correct} to correct`,
		toOrder: (count) => `To order: ${count} ${count === 1 ? 'letter' : 'letters'}`,
		orderedBefore: (count) =>
			`Ordered before: ${count}. They are not ordered again, even if the row has changed.`,
		confirm: 'Confirm',
		upTo: (count) => (count === 1 ? '1 letter' : `up to ${count} letters`),
		priceUnclear: (price) => `The price in Settings cannot be read: “${price}”. Write it as 8.90.`,
		limit: (count, most) =>
			`One run takes at most ${most} letters, and these are ${count}: leave rows out, and upload the sheet again for them.`,
		leftOut: (date) =>
			`You left this row out${date ? ` on ${new Date(date).toLocaleDateString('en-US', { day: 'numeric', month: 'short' })}` : ''}`,
		likeIt: (order, { external_id, outcome_date }) =>
			`${order} was ordered as ${external_id}${outcome_date ? ` on ${new Date(outcome_date).toLocaleDateString('en-US', { day: 'numeric', month: 'short' })}` : ''}`,
		trialWrong: (problems) => `Your own address in Settings is to be corrected: ${problems.join('; ')}`,
		warning: 'Nothing is ordered yet. What you choose here is written, posted and charged.',
		correct: 'To correct',
		look: 'To look at',
		fine: 'Fine',
		before: 'Ordered before',
		row: 'Row',
	},
	remarks: {
		fields: {
			'Address Line 1': 'Street',
			'Address Line 2': 'Complement',
			'Postal Code': 'Postal code',
			'External ID': 'Order',
		},
		known: [
			[
				/^(?:A letter to the same address|The same letter) is in items? (.*)/,
				(all, items) =>
					`${all.startsWith('The') ? 'The same letter' : 'A letter to the same address'} is in row ${[...items.matchAll(/\(lines? ([^)]+)\)/g)].map(([, lines = '']) => lines).join(', ')}`,
			],
			[
				/^External ID (.+) is also in items? (.*)/,
				(_all, order, items = '') =>
					`Order ${order} is also in row ${[...items.matchAll(/\(lines? ([^)]+)\)/g)].map(([, lines = '']) => lines).join(', ')}`,
			],
			[/is still encoded \((".*?")\).*/, 'is still encoded: $1'],
			[/(.*)\. If it is meant, select .*/, '$1'],
			[/(.+)/, '$1'],
		],
		other: (remark) => remark,
	},
	errors: {
		codes: {},
		known: [],
		other: (error) => error,
		service: (message) => `The service says: "${message}"`,
	},
	result: {
		unwritten:
			'<p class="bad"><b>The list could not be written.</b> What is ordered here is ordered all the same: keep this page, it has the IDs. See in n8n why Write It Down failed, then upload the same sheet again soon: no letter is ordered twice, and the list is written.</p>',
		// The row says which item it is.
		fileName: 'to-correct.xlsx',
		title: (ordered, fine) =>
			fine > 0
				? `${fine} ${fine === 1 ? 'letter' : 'letters'} checked, none ordered: publish the workflow to order`
				: `${ordered} ${ordered === 1 ? 'letter' : 'letters'} ordered`,
		before: (count) => (count > 0 ? `${count} had been ordered before.` : ''),
		not: (count) => (count > 0 ? `${count} not ordered: see why below.` : ''),
		left: (count) => (count > 0 ? `${count} left out.` : ''),
		download: (count) =>
			`Download ${count} ${count === 1 ? 'row that was' : 'rows that were'} not ordered (Excel)`,
		again: 'Correct them and upload that file, or the whole sheet again: no letter is ordered twice.',
		columns: ['Row', 'Order', 'What became of it', 'Letter, or why not'],
	},
	outcomes: {
		ordered: 'Ordered',
		ordered_before: 'Ordered before',
		fine: 'Only checked',
		to_correct: 'To correct',
		not_ordered: 'Not ordered',
		other_contents: 'Ordered before, otherwise',
		unknown: 'Not known: upload again',
		left_out: 'Left out',
		not_chosen: 'Not chosen',
	},
	list: {
		csvName: 'letters.csv',
		day: 'yyyy-MM-dd',
		title: (delivered, all) => `${delivered} of ${all} ${delivered === 1 ? 'has' : 'have'} their letter`,
		under: (count) => (count > 0 ? `${count} on the way.` : ''),
		returned: (count) => (count > 0 ? `${count} came back.` : ''),
		not: (count) => (count > 0 ? `${count} without a letter.` : ''),
		download: 'Download the list (CSV)',
		columns: ['Row', 'Name', 'Order', 'Letter', 'Since', 'ID of the letter'],
		statuses: {
			queued: 'Ordered',
			writing: 'Being written',
			posted: 'Posted',
			in_transit: 'On the way',
			delivered: 'Delivered',
			returned: 'Came back',
		},
	},
};
