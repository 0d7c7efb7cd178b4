/** What the campaign says of a sheet and of what is chosen of it, in English. */
import type { Words } from './words';

export const englishSheet: Pick<Words, 'reading' | 'approval'> = {
	reading: {
		trialId: 'trial',
		fields: {
			order: 'Order',
			name: 'Name',
			street: 'Street',
			number: 'Number',
			complement: 'Complement',
			district: 'District',
			city: 'City',
			state: 'State',
			zip: 'Postal code',
			message: 'Message',
		},
		noSheet: (file) =>
			`<h1>This is not a sheet of letters</h1><p>${file} has no row of headings that is known here, such as Name, Street or Postal code. Save your sheet as CSV or as an Excel workbook (.xlsx), with the headings in one of the first ten rows, and upload it again. Nothing was ordered.</p>`,
		openQuote: (row) =>
			`<h1>A quotation mark is not closed</h1><p>It opens in row ${row}. Save the sheet as an Excel workbook (.xlsx) and upload it again. Nothing was ordered.</p>`,
		encoding:
			'<h1>Letters of the file cannot be read</h1><p>It has signs where accented letters should be. Save the sheet as an Excel workbook (.xlsx) and upload it again. Nothing was ordered.</p>',
		whichSheet: (names) =>
			`<h1>Which sheet is it?</h1><p>The workbook has several that could be meant: ${names.join(', ')}. Open the one you mean, save the workbook, and upload it again. Nothing was ordered.</p>`,
		doubled: (columns) =>
			`<h1>Two columns could be one</h1>${columns
				.map(
					({ field, headings }) =>
						`<p>${field === undefined ? 'These have one heading' : `${field} could be`}: ${headings.join(field === undefined ? ' and ' : ' or ')}.</p>`,
				)
				.join(
					'',
				)}<p>Rename the one that you do not mean, or delete it, and upload the sheet again. Nothing was ordered.</p>`,
		missing: (fields, columns) =>
			`<h1>Columns that are needed: ${fields.join(', ')}</h1><p>${columns}</p><p>Name them so in the sheet, as here, and upload it again.</p><table><tbody><tr><td>Order</td><td>Name</td><td>Street</td><td>Number</td><td>City</td><td>State</td><td>Postal code</td><td>Message</td></tr></tbody></table><p>Order is a number or a name of your own for each row: it keeps a second upload from ordering a row twice. Nothing was ordered.</p>`,
		noRows: '<h1>The sheet has no rows</h1><p>Below the headings is nothing. Nothing was ordered.</p>',
		tooLong: (rows) =>
			`<h1>Some rows have more cells than there are headings</h1><p>Rows ${rows.join(', ')}. A text with the character that separates the cells must be in quotation marks. Save the sheet as an Excel workbook (.xlsx) and upload it again. Nothing was ordered.</p>`,
		tooWide: (most) =>
			`<h1>The sheet has more than ${most} columns</h1><p>Delete those that no letter needs, and upload it again. Nothing was ordered.</p>`,
		source: ({ name, isFile, rows, hidden, others, isStored }) =>
			[
				`${isFile ? 'File' : 'Sheet'} “${name}”: ${rows} ${rows === 1 ? 'row' : 'rows'} read.`,
				hidden > 0 ? `${hidden} hidden ${hidden === 1 ? 'row' : 'rows'} not read.` : '',
				others.length > 0 ? `Sheets not read: ${others.join(', ')}.` : '',
				isStored
					? 'Of this kind of file, only stored values can be read: no formats such as 00123, and hidden rows too. An Excel workbook (.xlsx) is read as you see it.'
					: '',
			]
				.filter(Boolean)
				.join(' '),
		hidden: (rows) => `${rows} hidden ${rows === 1 ? 'row was' : 'rows were'} not read.`,
		hiddenSheet: (name) => `${name} (hidden)`,
		notFound: (fields) => `Columns not found: ${fields.join(', ')}.`,
		notUsed: (headings) => `Columns not used: ${headings.join(', ')}.`,
		hiddenColumns: (headings) => `Hidden columns, read too: ${headings.join(', ')}.`,
		signs: (signs) => `Read as empty: ${signs.map((sign) => `“${sign}”`).join(', ')}.`,
		notes: (rows) => `Not letters, because only one cell is filled: rows ${rows}.`,
		behind: (row, rows) =>
			`Row ${row} repeats headings and ends the table${rows === '' ? '' : `: not read, rows ${rows}`}.`,
		unknown: (heading) => `${heading} has a formula without a value: open the workbook in Excel and save it`,
		shortened: (heading, cell) =>
			`${heading} is ${cell}: the spreadsheet has shortened a long number. Format the column as text and enter it again`,
		mayBeDate: (heading, cell) => `${heading} may be a date that the spreadsheet has made: ${cell}`,
		decimal: (heading, cell) => `${heading} is ${cell}, with decimals`,
		noValue: (heading) => `${heading} has a word that programs write where a value is missing`,
		plus: (heading, cell) => `${heading} has a plus sign between its words: ${cell}`,
		says: (heading, cell) => `${heading}: ${cell}`,
		likeIt: (order, row) => `Row ${row} has nearly the same order: ${order}`,
		goesOn: (rows) => `Its text may go on in rows ${rows}: a line break has cut it`,
	},
	approval: {
		unclear: (parts) =>
			`<h1>Nothing was ordered</h1><p>These are not rows of the sheet: ${parts}. Upload the sheet again and write the rows to leave out as 16, 31-32.</p>`,
		tooMany: (count, most) =>
			`<h1>Nothing was ordered</h1><p>One run takes at most ${most} letters, and you chose ${count}. Upload the sheet again and leave rows out.</p>`,
		nothing: '<h1>Nothing was ordered</h1><p>Correct the sheet and upload it again, if you like.</p>',
	},
};
