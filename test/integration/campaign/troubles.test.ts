/** 200 rows with ordinary trouble: what leaves right, wrong without a warning, or is refused without a reason. */
import { portuguese } from '../../../examples/campaign/words/portuguese';
import { prove } from '../../support/campaignRun';
import { HEADINGS } from '../../support/recipients';
import { troubles } from '../../support/troubles';
import { withSandbox } from '../../support/withSandbox';
import { toXlsx } from '../../support/xlsx';

const sandbox = withSandbox();

it('of 200 rows, each is a right letter, is shown to somebody, or is none', async () => {
	const rows = troubles();
	const hidden = rows.flatMap(({ isHidden }, index) => (isHidden ? [index + 2] : []));
	const bytes = toXlsx([[...HEADINGS], ...rows.map(({ cells }) => cells)], hidden);
	const { page, letters } = await prove({ name: 'cartas.xlsx', bytes }, portuguese, sandbox.credential);
	expect(page).toBeUndefined();
	const byRow = new Map(letters.map((letter) => [letter.row_number, letter]));
	const verdicts = rows.map(({ kind, truth }, index): [verdict: string, kind: string] => {
		const letter = byRow.get(index + 2);
		if (truth === 'none') return [letter === undefined ? 'right' : 'wrong without a warning', kind];
		if (letter === undefined) return ['refused without a reason', kind];
		if (truth === 'seen') return [letter.state === 'fine' ? 'wrong without a warning' : 'right', kind];
		const { to, message, order } = letter;
		const made = {
			order,
			message,
			name: to.name,
			line1: to.address_line1,
			line2: to.address_line2,
			state: to.state,
			zip: to.zip,
		};
		const isRight = Object.entries(truth).every(([field, text]) => made[field as keyof typeof made] === text);
		if (letter.state !== 'fine')
			return ['refused without a reason', `${kind}: ${letter.problems.join()} ${letter.warnings.join()}`];
		return [isRight ? 'right' : 'wrong without a warning', kind];
	});
	expect(verdicts.filter(([verdict]) => verdict !== 'right')).toEqual([]);
	expect(verdicts).toHaveLength(200);
});
