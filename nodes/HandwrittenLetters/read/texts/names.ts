/** Tells the names of people and companies from what else stands in the field Name: `n/a`, an email address. */

/** As people and programs write that there is none. */
const NO_NAME = /^(?:n\/[ad]|n\.[ad]\.?|s\/n|sem nome|sin nombre|no name|n[aã]o informado|unknown)$/iu;
const MAIL_ADDRESS = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/u;
const TEST = /^(?:teste?|testing|prueba)(?:[\s\d]|teste?)*$/iu;

/** Why a text must not stand on the envelope as a name. */
export function describeNoName(text: string): string | undefined {
	const name = text.trim();
	if (/[\r\n\u2028\u2029]/.test(name)) return 'has a line break, but is one line of the envelope';
	if (MAIL_ADDRESS.test(name)) return 'is an email address';
	return !/\p{L}/u.test(name) || NO_NAME.test(name) ? 'is not a name' : undefined;
}

/** A person may be called so, and mostly is not: for example `looks like a test`. */
export const describeOddName = (name: string): string[] =>
	TEST.test(name.trim()) ? ['looks like a test'] : [];
