/** Which of its two languages the console speaks: the first of the browser's that it knows. */
export type Language = 'en' | 'pt';

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', pt: 'pt-BR' };

export function chooseLanguage(preferred: readonly string[]): Language {
	const codes = preferred.map((tag) => tag.toLowerCase().split('-')[0]);
	return codes.find((code) => code === 'en' || code === 'pt') ?? 'en';
}

/** Only a browser has preferences; the unit tests have none. */
const { navigator } = globalThis as { navigator?: { readonly languages?: readonly string[] } };

export const language = chooseLanguage(navigator?.languages ?? []);
export const locale = LOCALES[language];
