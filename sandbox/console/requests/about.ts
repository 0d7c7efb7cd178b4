/** What a call was about: its key, its letters by their External IDs, and the letter's own id. */
import { externalIdsIn } from '../../src/api/externalIds';
import type { JournalEntry } from '../api/model';
import { words } from '../words/words';

const MOST_IDS = 3;

/** Undefined where it was not kept, was cut, or is not JSON. */
function parsed(body: string | null | undefined): unknown {
	try {
		return JSON.parse(body ?? '') as unknown;
	} catch {
		return undefined;
	}
}

export function letterOf({ path, answer }: JournalEntry): string | undefined {
	const [, place, named] = /^\/v1\/cards(\/|\?|$)([^/?]*)/.exec(path) ?? [];
	if (place === undefined || place === '/') return named;
	const { id } = (parsed(answer?.body) ?? {}) as { id?: unknown };
	return typeof id === 'string' ? id : undefined;
}

function externalIds({ request }: JournalEntry): string | undefined {
	const ids = externalIdsIn(parsed(request?.body));
	if (ids.length === 0) return undefined;
	const more = ids.length > MOST_IDS ? ` +${ids.length - MOST_IDS}` : '';
	return ids.slice(0, MOST_IDS).join(', ') + more;
}

export function aboutOf(entry: JournalEntry): readonly (readonly [label: string, value: string])[] {
	const about = [
		[words.requests.key, entry.idempotency_key],
		[words.requests.externalId, externalIds(entry)],
		[words.requests.letter, letterOf(entry)],
	] as const;
	return about.flatMap(([label, value]) => (value == null ? [] : [[label, value] as const]));
}
