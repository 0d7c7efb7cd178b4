/** Right letters pass every rule that refuses a text, and are changed by none but in form. */
import { describeBroken } from '../../../../nodes/HandwrittenLetters/letter/brokenText';
import { plainAddress, plainMessage } from '../../../../nodes/HandwrittenLetters/letter/validate';
import { addresses, lettersOf, SENTENCES } from '../../../support/letterSentences';

const letters = Object.keys(SENTENCES).flatMap((language) =>
	Array.from(lettersOf(language), (text): [string, string] => [language, text]),
);

it('are at least 5,000 in their own letters, and as many in capitals', () => {
	expect(Object.keys(SENTENCES).sort()).toEqual(['de', 'en', 'es', 'fr', 'pt']);
	expect(new Set(Object.values(SENTENCES).flat()).size).toBeGreaterThan(5000);
	expect(new Set(letters.map(([, text]) => text)).size).toBeGreaterThan(20_000);
});

it('are not refused', () => {
	const refused = letters.filter(([, text]) => describeBroken(text) !== undefined);
	expect(refused.map(([, text]) => [text, describeBroken(text)])).toEqual([]);
});

it('stay as they are', () => {
	expect(letters.filter(([, text]) => plainMessage(text) !== text)).toEqual([]);
	expect(letters.filter(([, text]) => plainMessage(text.normalize('NFD')) !== text)).toEqual([]);
});

it('go to 500 addresses that are not refused, and stay as they are', () => {
	for (const address of addresses(500)) {
		const { name, ...lines } = address;
		const found = [
			describeBroken(name, 'name'),
			...Object.values(lines).map((line: string) => describeBroken(line, 'line')),
		];
		expect(found.filter((fault) => fault !== undefined)).toEqual([]);
		expect(plainAddress({ ...address })).toEqual(address);
	}
});

it('are refused in the encoding they were not written in', () => {
	const wrong = letters
		.map(([, text]) => text)
		.filter((text) => /[à-ãç-íó-õú]/.test(text))
		.map((text) => Buffer.from(text, 'utf8').toString('latin1'));
	expect(wrong.length).toBeGreaterThan(1000);
	expect(wrong.filter((text) => describeBroken(text) === undefined)).toEqual([]);
});
