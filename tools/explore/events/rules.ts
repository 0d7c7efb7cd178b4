/**
 * No acknowledged event is lost: it has an effect once the service has its 200 and nothing is left that
 * could bring it (an execution under way, or one that the user may retry). And from then on a repeat
 * starts nothing. What is broken is named with the circumstances without which it would not be.
 */
import type { Course } from './course';

interface Event {
	effects: number;
	isAcknowledged: boolean;
	/** A delivery of it has started an execution although the service had its 200. */
	hasRepeated: boolean;
}

export function brokenRule(event: Event, courses: Course[], circumstances: Set<string>): string | undefined {
	const what = whatIsBroken(event, courses);
	return what && [what, ...[...circumstances].sort()].join('; ');
}

function whatIsBroken(event: Event, courses: Course[]): string | undefined {
	if (event.hasRepeated) return 'A repeat started an execution';
	const isOver = event.effects === 0 && !courses.some(mayHaveEffect);
	return event.isAcknowledged && isOver ? 'It took no effect' : undefined;
}

/** An effect may still come of it, if only because the user retries it. */
const mayHaveEffect = ({ webhook, execution }: Course): boolean =>
	webhook !== 'over' || ['stored', 'crashed'].includes(execution);
