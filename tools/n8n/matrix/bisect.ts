/** Finds the two neighbors in a row of versions between which the tests begin to fail. */

export type Verdict = 'passes' | 'fails' | 'skipped';

export interface Break {
	lastGood: string;
	firstBad: string;
	/** The versions between the two. None could be tested, so the break may lie in any of them. */
	untested: string[];
}

/** @param versions the first is known to pass, the last to fail, whichever is the older */
export async function bisect(
	versions: readonly string[],
	judge: (version: string) => Promise<Verdict>,
): Promise<Break> {
	const skipped = new Set<number>();
	let good = 0;
	let bad = versions.length - 1;
	for (;;) {
		const middle = nearestToMiddle(good, bad, skipped);
		if (middle === undefined) break;
		const verdict = await judge(at(versions, middle));
		if (verdict === 'skipped') skipped.add(middle);
		else if (verdict === 'passes') good = middle;
		else bad = middle;
	}
	return {
		lastGood: at(versions, good),
		firstBad: at(versions, bad),
		untested: versions.slice(good + 1, bad),
	};
}

/** Between the two, and not one of those skipped. */
function nearestToMiddle(good: number, bad: number, skipped: ReadonlySet<number>): number | undefined {
	const middle = (good + bad) / 2;
	let nearest: number | undefined;
	for (let index = good + 1; index < bad; index += 1) {
		if (skipped.has(index)) continue;
		if (nearest === undefined || Math.abs(index - middle) < Math.abs(nearest - middle)) nearest = index;
	}
	return nearest;
}

function at(versions: readonly string[], index: number): string {
	const version = versions[index];
	if (version === undefined) throw new Error('There is no version to look at.');
	return version;
}
