/** The picture of `npm run bench:send`: letters where they go wrong, else time. */
import type { Panel, Row } from '../barChart';
import { barChart, COLORS } from '../barChart';
import { format, groupBy } from '../report';
import type { Result } from './results';
import { duplicates, mid } from './results';
import type { Scenario } from './scenarios';

export function sendChart(results: Result[]): string {
	return barChart(
		'Sending letters from n8n: this node and HTTP Request',
		groupBy(results, ({ scenario }) => scenario).flatMap(([scenario, own]) => panelOf(scenario, own) ?? []),
	);
}

function panelOf(scenario: Scenario, results: Result[]): Panel | undefined {
	switch (scenario.id) {
		case 'limit':
		case 'cuts':
			return {
				title: scenario.title,
				series: [
					{ name: 'letters', color: COLORS.blue },
					{ name: 'duplicates', color: COLORS.orange },
				],
				mark: { value: scenario.letters, label: `${scenario.letters} wanted` },
				rows: results.map((result) =>
					rowOf(result, [mid(result, 'distinct'), duplicates(result)], describeLetters(result)),
				),
			};
		case 'latency':
			return {
				title: `${scenario.title}: seconds, less is better`,
				rows: results.map((result) => {
					const seconds = mid(result, 'seconds');
					const inFlight = format(mid(result, 'mostInFlight'));
					return rowOf(result, [seconds], `${seconds.toFixed(2)} s · ${inFlight} in flight`);
				}),
			};
		// What memory grows by differs too little for a picture.
		case 'volume':
			return undefined;
	}
}

function rowOf({ setUp }: Result, values: number[], text: string): Row {
	return { label: setUp.title, values, text, strong: setUp.own };
}

function describeLetters(result: Result): string {
	const ids = mid(result, 'ids');
	const extra = duplicates(result);
	return [
		...(extra > 0 ? [`${format(extra)} duplicates`] : []),
		ids > 0 ? `${format(ids)} ids` : 'no ids',
		`${mid(result, 'seconds').toFixed(1)} s`,
	].join(' · ');
}
