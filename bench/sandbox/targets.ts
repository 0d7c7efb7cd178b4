/** What this project asks of its sandbox, and whether the figures show it. */
import type { Target } from '../report';
import { median } from '../report';
import type { Run } from './report';
import { NAMES } from './report';

const PER_SECOND = { memory: 2000, file: 1500 };
/** As many times the CPU of the bare route. */
const MOST_CPU = { memory: 2, file: 3 };
const MOST_START_SECONDS = 2;
const MOST_RESIDENT_MEGABYTES = 350;

export function targets({ rounds, file: { startSeconds, residentBytes } }: Run): Target[] {
	const residentMegabytes = residentBytes / 2 ** 20;
	return [
		...(['memory', 'file'] as const).flatMap((kind) => {
			const rate = median(rounds.map((round) => round[kind].perSecond));
			const factor = median(rounds.map((round) => round[kind].cpuMicroseconds / round.bare.cpuMicroseconds));
			return [
				{
					what: `${NAMES[kind]}: letters a second`,
					measured: Math.round(rate).toLocaleString('en'),
					wanted: `at least ${PER_SECOND[kind].toLocaleString('en')}`,
					met: rate >= PER_SECOND[kind],
				},
				{
					what: `${NAMES[kind]}: CPU against the bare route`,
					measured: `${factor.toFixed(2)} ×`,
					wanted: `at most ${MOST_CPU[kind].toFixed(2)} ×`,
					met: factor <= MOST_CPU[kind],
				},
			];
		}),
		{
			what: 'Start on a data file',
			measured: `${startSeconds.toFixed(1)} s`,
			wanted: `at most ${MOST_START_SECONDS} s`,
			met: startSeconds <= MOST_START_SECONDS,
		},
		{
			what: 'Memory after that start',
			measured: `${Math.round(residentMegabytes)} MB`,
			wanted: `at most ${MOST_RESIDENT_MEGABYTES} MB`,
			met: residentMegabytes <= MOST_RESIDENT_MEGABYTES,
		},
	];
}
