/** The sandbox beside a bare route of Fastify's, by turns, so that both meet the same machine. */
import { join } from 'node:path';

import type { Load } from './loadMain';
import type { Kind } from './subject';
import { Subject } from './subject';

/** What one creation takes. */
export interface Cost {
	perSecond: number;
	cpuMicroseconds: number;
	p50: number;
	p99: number;
}

export type Round = Record<Kind, Cost>;

const KINDS: readonly Kind[] = ['bare', 'memory', 'file'];

async function costOf(kind: Kind, file: string, letters: number): Promise<Cost> {
	const subject = await Subject.start(kind, file);
	await subject.warmUp();
	const before = await subject.cpuSeconds();
	const { seconds, p50, p99 }: Load = await subject.load({ does: 'create', count: letters });
	const after = await subject.cpuSeconds();
	await subject.stop();
	return {
		perSecond: letters / seconds,
		cpuMicroseconds: ((after - before) / letters) * 1e6,
		p50,
		p99,
	};
}

/** Every other round backwards. */
export async function measureRounds(
	folder: string,
	{ rounds, letters }: { rounds: number; letters: number },
	say: (line: string) => void,
): Promise<Round[]> {
	const done: Round[] = [];
	for (let nth = 1; nth <= rounds; nth += 1) {
		const round: Partial<Round> = {};
		for (const kind of nth % 2 === 0 ? KINDS.toReversed() : KINDS) {
			const cost = await costOf(kind, join(folder, `round-${nth}.data`), letters);
			round[kind] = cost;
			say(
				`round ${nth}, ${kind}: ${Math.round(cost.perSecond)}/s, ${cost.cpuMicroseconds.toFixed(0)} µs of CPU`,
			);
		}
		done.push(round as Round);
	}
	return done;
}
