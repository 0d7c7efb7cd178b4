/** An order in the form that its letter's key is made of. */
export const plainId = (text: string): string =>
	text
		.normalize('NFC')
		.replace(/\s+/g, ' ')
		.replace(/[\p{Pd}\u2212]/gu, '-')
		.trim();

/** Two orders that differ only in what a spreadsheet does to a number, or a person to a word. */
export const looseId = (order: string): string =>
	plainId(order)
		.toLowerCase()
		.replace(/[\s'"‘’“”`´]/g, '')
		.replace(
			/^(\d{1,3})((?:[.,]\d{3})+)$/,
			(_all, first: string, others: string) => first + others.replace(/[.,]/g, ''),
		)
		.replace(/^(\d+)[.,]0+$/, '$1')
		.replace(/(?<!\d)0+(?=\d)/g, '');
