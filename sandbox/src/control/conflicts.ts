/** Why a call was 409: what it says otherwise than the first one under its key. */
import { isRecord, pathText } from '../api/fieldErrors';
import type { Difference, RecordedCall, Why } from '../state/journal';
import type { Secrets } from '../state/secrets';

const MOST_NAMED = 20;
const LONGEST_VALUE = 200;

const keyOf = ({ entry: { method, path, idempotency_key: key }, account }: RecordedCall): string =>
	JSON.stringify([account, method, path.split('?', 1)[0], key]);

/** It may have used up the key: it was carried out, or, where the sandbox keeps such keys, it was rejected. */
function usesKey({ entry: { status, fault, idempotency_key: key } }: RecordedCall): boolean {
	if (key === null || fault === 'status' || fault === 'reset') return false;
	return fault === 'status_after' || (status !== null && ![401, 409, 429].includes(status));
}

const isRejected = ({ entry: { status } }: RecordedCall): boolean => status === 400 || status === 422;

function firstUnder(call: RecordedCall, calls: readonly RecordedCall[]): RecordedCall | undefined {
	const key = keyOf(call);
	const earlier = calls.slice(0, calls.indexOf(call)).filter((one) => usesKey(one) && keyOf(one) === key);
	return earlier.find((one) => !isRejected(one)) ?? earlier[0];
}

function shown(value: unknown): string | null {
	if (value === undefined) return null;
	const text = JSON.stringify(value);
	return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}

function differences(first: unknown, now: unknown, path: readonly PropertyKey[] = []): Difference[] {
	if (isRecord(first) && isRecord(now)) {
		const names = new Set([...Object.keys(first), ...Object.keys(now)]);
		return [...names].flatMap((name) => differences(first[name], now[name], [...path, name]));
	}
	if (Array.isArray(first) && Array.isArray(now)) {
		const length = Math.max(first.length, now.length);
		return Array.from({ length }, (_, i) => differences(first[i], now[i], [...path, i])).flat();
	}
	const [before, after] = [shown(first), shown(now)];
	return JSON.stringify(first) === JSON.stringify(now)
		? []
		: [{ path: pathText(path), first: before, now: after }];
}

/** Undefined for one that is cut, or was not read. */
function bodyOf({ exchange }: RecordedCall): unknown {
	try {
		return JSON.parse(exchange?.request.body ?? '') as unknown;
	} catch {
		return undefined;
	}
}

export function whyConflict(call: RecordedCall, calls: readonly RecordedCall[], secrets: Secrets): Why {
	const first = firstUnder(call, calls);
	if (first === undefined) return { code: 'other_contents', first: null, differences: [] };
	const [before, now] = [bodyOf(first), bodyOf(call)];
	const found = before === undefined || now === undefined ? [] : differences(before, now);
	const masked = (text: string | null) => (text === null ? null : secrets.masked(text));
	return {
		code: 'other_contents',
		first: first.entry.request_id,
		differences: found
			.slice(0, MOST_NAMED)
			.map((one) => ({ path: one.path, first: masked(one.first), now: masked(one.now) })),
	};
}
