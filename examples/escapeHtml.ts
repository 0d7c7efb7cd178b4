export const escapeHtml = (value: string | number | null | undefined): string =>
	String(value ?? '')
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;');
