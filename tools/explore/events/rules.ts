/**
 * At most one effect, and none missing once the service has its 200 and nothing is left that could
 * bring it (an execution under way, or one that the user may retry). What is broken is named with the
 * circumstances without which it would not be.
 */
import type { Course } from './course';

export function brokenRule(
	courses: Course[],
	effects: number,
	isAcknowledged: boolean,
	circumstances: Set<string>,
): string | undefined {
	const what = whatIsBroken(courses, effects, isAcknowledged);
	return what && [what, ...[...circumstances, ...ofDropped(courses)].sort()].join('; ');
}

function whatIsBroken(courses: Course[], effects: number, isAcknowledged: boolean): string | undefined {
	if (effects > 1) return 'It took effect twice';
	if (courses.some(({ isDisowned }) => isDisowned)) return 'It had begun, and n8n answered 503';
	return isAcknowledged && effects === 0 && !courses.some(mayHaveEffect) ? 'It took no effect' : undefined;
}

/** An effect may still come of it, if only because the user retries it. */
const mayHaveEffect = ({ webhook, execution }: Course): boolean =>
	webhook !== 'over' || ['stored', 'begun', 'crashed'].includes(execution);

function ofDropped(courses: Course[]): string[] {
	const dropped = courses.filter(({ execution }) => execution === 'dropped');
	return [
		...(dropped.some(({ isWatched }) => !isWatched) ? ['n8n dropped an execution unseen'] : []),
		...(dropped.some(({ isDoubtful }) => !isDoubtful) ? ['n8n dropped an execution unexpectedly'] : []),
	];
}
