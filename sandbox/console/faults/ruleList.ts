/** Fault rules as the switches use them: which is on, which is used up, what to write back. */
import type { CountedRule, FaultRule } from '../api/model';

function sorted(value: unknown): unknown {
	if (typeof value !== 'object' || value === null) return value;
	return Object.entries(value)
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([name, inner]) => [name, sorted(inner)]);
}

function textOf({ on, when, fault }: FaultRule): string {
	return JSON.stringify(sorted({ on: on ?? {}, when, fault }));
}

export function sameRule(a: FaultRule, b: FaultRule): boolean {
	return textOf(a) === textOf(b);
}

function fieldsOf(part: Readonly<Record<string, unknown>>): string {
	return Object.entries(part)
		.map(([name, value]) => (value === true ? name : `${name} ${String(value)}`))
		.join(', ');
}

/** `POST /cards: next 1 → cut` */
export function describeRule({ on, when, fault }: FaultRule): string {
	const subject = on === undefined ? '' : `${Object.values(on).map(String).join(' ')}: `;
	return `${subject}${fieldsOf(when)} → ${fieldsOf(fault)}`;
}

/** A rule for the next n has struck n times, one for the n-th once. */
export function spent({ when: { next, nth }, struck }: CountedRule): boolean {
	return struck >= (next ?? (nth === undefined ? Infinity : 1));
}

function withoutCount({ on, when, fault }: CountedRule): FaultRule {
	return on === undefined ? { when, fault } : { on, when, fault };
}

/**
 * The list to send. Setting the rules starts their counting anew, which would wake the used-up ones
 * again: they are left out.
 */
export function rulesWithout(rules: readonly CountedRule[], left: FaultRule): FaultRule[] {
	return rules.filter((rule) => !spent(rule) && !sameRule(rule, left)).map(withoutCount);
}

export function rulesWith(rules: readonly CountedRule[], added: FaultRule): FaultRule[] {
	return [...rulesWithout(rules, added), added];
}
