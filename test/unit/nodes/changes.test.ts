/** What holds for an operation that changes a letter under a key, though the node has none yet. */
import type { Problem } from '../../../nodes/HandwrittenLetters/input/problems';
import type { KeyedOrder } from '../../../nodes/HandwrittenLetters/order/assignKeys';
import { refuseOtherContents } from '../../../nodes/HandwrittenLetters/order/assignKeys';
import type { Job } from '../../../nodes/HandwrittenLetters/run/job';
import { readAnswers } from '../../../nodes/HandwrittenLetters/run/outputItems';

const change = (itemIndex: number, id: string): KeyedOrder => ({
	letters: [{ itemIndex }],
	path: `/cards/${id}/forward`,
	part: 0,
	list: itemIndex,
	idempotencyKey: 'k',
	keyKeptBy: 'custom',
});

it('rows that share a key must name the same letter', () => {
	const [one, same, other] = [change(0, 'crd_1'), change(1, 'crd_1'), change(2, 'crd_2')] as const;
	const problems: Problem[] = [];
	expect(refuseOtherContents([one, same, other], problems)).toEqual([one, same]);
	expect(problems).toMatchObject([
		{ itemIndex: 2, text: 'has the same Idempotency-Key as row 1, but other contents' },
	]);
});

it('rows that share a change are not said to be ordered before', () => {
	const jobs = [0, 1].map((itemIndex): Job => ({
		itemIndexes: [itemIndex],
		request: { method: 'POST', path: '/cards/crd_1/forward', idempotencyKey: 'k' },
		subject: { noun: 'forwarding', orders: true },
	}));
	const response = { status: 200, body: { id: 'crd_1' }, orderedBefore: false };
	const answers = readAnswers(
		jobs,
		jobs.map(() => ({ state: 'answered', response })),
	);
	expect(answers.map(({ orderedBefore }) => orderedBefore)).toEqual([false, false]);
});
