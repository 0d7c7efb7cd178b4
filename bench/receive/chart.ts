/** The picture of `npm run bench:receive`: this trigger beside what users build without it. */
import type { Panel, Row } from '../barChart';
import { barChart } from '../barChart';
import type { Result } from './cases';
import { mid } from './cases';

const KINDS = [
	['valid', 'Genuine events: each starts an execution'],
	['forged', 'Forged events: this trigger starts no execution, the chain one for each'],
] as const;

export function receiveChart(results: Result[]): string {
	return barChart(
		'Receiving events in n8n: deliveries per second, more is better',
		KINDS.map(([kind, title]): Panel => {
			const shown = results.filter(({ subject, kind: own }) => subject.checks && own === kind);
			const rows = ['own', 'chain'].flatMap((id) =>
				shown.filter(({ subject }) => subject.id === id).map(rowOf),
			);
			return { title, rows };
		}),
	);
}

function rowOf(result: Result): Row {
	const { subject, engine } = result;
	const rate = mid(result, 'perSecond');
	return {
		label: `${subject.title}, ${engine.short}`,
		values: [rate],
		text: `${rate.toFixed(0)} per second`,
		strong: subject.id === 'own',
	};
}
