/** The code of the approval by e-mail: which letters are ordered. */
import { ALL, CHOICE, SOME } from '../../../examples/approve-by-email/types';
import { whatWasApproved } from '../../../examples/approve-by-email/whatWasApproved';
import { codeNode } from '../../support/codeNode';

const checked = ['fine', 'to_correct', 'fine', 'fine'].map((outcome, index) => ({
	json: { item: index + 1, outcome },
}));

it.each([
	[ALL, null, [1, 3, 4]],
	[SOME, '3', [3]],
	[SOME, '1, 4', [1, 4]],
	[SOME, '2 – 4', [3, 4]],
	[SOME, '2', []],
	[SOME, null, []],
	[SOME, 'all but 3', []],
	[SOME, '-3', []],
	['None', '1', []],
])('with "%s" and "%s", exactly these: %j', (choice, numbers, items) => {
	const answer = [{ json: { [CHOICE]: choice, Numbers: numbers } }];
	const [approved] = whatWasApproved(codeNode(answer, { 'Check the Letters': checked }));
	expect(approved?.json.letters.map(({ item }) => item)).toEqual(items);
});
