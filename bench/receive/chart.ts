/** The picture of `npm run bench:receive`: deliveries per second under each setting. */
import { barChart, COLORS } from '../barChart';
import type { Result } from './cases';
import { byEngine, mid, titleOf } from './cases';

export function receiveChart(results: Result[]): string {
	return barChart(
		'Receiving events in n8n: deliveries per second, more is better',
		byEngine(results).map(([engine, own]) => ({
			title: engine.title,
			series: [
				{ name: 'this trigger', color: COLORS.blue },
				{ name: 'others', color: COLORS.grey },
			],
			rows: own.map((result) => {
				const rate = mid(result, 'perSecond');
				const isOwn = result.subject.id === 'own';
				return {
					label: titleOf(result),
					values: isOwn ? [rate, 0] : [0, rate],
					text: `${rate.toFixed(0)}/s · ${result.recorded ? 'executions' : 'no execution'}`,
					strong: isOwn,
				};
			}),
		})),
	);
}
