/** The list of rules that the console's switches write back. */
import {
	describeRule,
	rulesWith,
	rulesWithout,
	sameRule,
	spent,
} from '../../../sandbox/console/faults/ruleList';
import type { FaultRule } from '../../../sandbox/src/faults/rules';

const cut: FaultRule = {
	on: { method: 'POST', path: '/cards' },
	when: { next: 1 },
	fault: { cut: true },
};
const every: FaultRule = { when: { every: 5 }, fault: { status: 500 } };

it('a rule is the same whatever the order of its fields, and with or without its count', () => {
	const turned = { fault: { cut: true }, when: { next: 1 }, on: { path: '/cards', method: 'POST' } };
	expect(sameRule(cut, { ...turned, struck: 1 } as never)).toBe(true);
	expect(sameRule(cut, { ...cut, when: { next: 2 } })).toBe(false);
	expect(sameRule(cut, every)).toBe(false);
});

it('only rules for the next n are ever used up', () => {
	expect(spent({ ...cut, struck: 0 })).toBe(false);
	expect(spent({ ...cut, struck: 1 })).toBe(true);
	expect(spent({ ...every, struck: 100 })).toBe(false);
});

it('adding and removing leaves the used-up ones out, and sends no counts', () => {
	const rules = [
		{ ...cut, struck: 1 },
		{ ...every, struck: 3 },
	];
	const slow = { when: { every: 1 }, fault: { delaySeconds: 2 } };
	expect(rulesWith(rules, slow)).toEqual([every, slow]);
	expect(rulesWith(rules, cut)).toEqual([every, cut]);
	expect(rulesWithout(rules, every)).toEqual([]);
});

it('a rule in words', () => {
	expect(describeRule(cut)).toBe('POST /cards: next 1 → cut');
	expect(describeRule(every)).toBe('every 5 → status 500');
	expect(describeRule({ when: { next: 1 }, fault: { webhook: 'stale' } })).toBe('next 1 → webhook stale');
});
