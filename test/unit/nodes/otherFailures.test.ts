/** How much of the answers of other failed letters an error shows. */
import type { Job, Outcome } from '../../../nodes/HandwrittenLetters/run/job';
import { quoteOtherAnswers } from '../../../nodes/HandwrittenLetters/run/otherFailures';
import { RequestFailure } from '../../../nodes/shared/failures/requestFailure';

const quote = (texts: string[]): string => {
	const jobs = texts.map((_text, itemIndex): Job => ({
		itemIndexes: [itemIndex],
		request: { method: 'GET', path: '/' },
		subject: { noun: 'letter', orders: true },
	}));
	const outcomes = texts.map((text): Outcome => ({
		state: 'failed',
		error: new RequestFailure({
			body: text,
			text,
			attempts: 2,
			seconds: 1,
			mayHaveBeenAccepted: true,
			stopped: false,
		}),
	}));
	return quoteOtherAnswers(jobs, outcomes, 0);
};

it('shows the beginning of up to 20 different ones', () => {
	const texts = Array.from({ length: 24 }, (_none, index) => `${index} ${'x'.repeat(1000)}`);
	const said = quote(texts);
	expect(said.match(/The answer to row \d+ was: \d+ x+ …/g)).toHaveLength(20);
	expect(said).toMatch(/ 3 more such answers are not shown\.$/);
	expect(said.length).toBeLessThan(11_000);
});

it('shows equal ones once, and not the one that the error is about', () => {
	expect(quote(['page', 'page', 'crd_9', 'page'])).toBe(
		'The answer to rows 2 and 4 was: page The answer to row 3 was: crd_9',
	);
});
