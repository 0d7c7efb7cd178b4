import { CountedLines } from '../../../nodes/HandwrittenLettersTrigger/deliveryLog';

const NOW = Date.parse('2026-11-23T10:31:00Z');
const SECOND = 1_000;

let now = NOW;
beforeEach(() => {
	now = NOW;
});

const newLog = () => {
	const log = new CountedLines(() => now);
	return (reason: string, trigger = 'one') => log.line(`${trigger} ${reason}`, reason);
};

it('gives one line a minute with the number of those between', () => {
	const line = newLog();
	expect(line('forged')).toBe('forged');
	expect(line('forged', 'another')).toBe('forged');
	const lines: string[] = [];
	for (now = NOW + SECOND; now <= NOW + 180 * SECOND; now += SECOND)
		lines.push(...[line('forged') ?? []].flat());
	const since = (minute: number) => `forged (and 59 more like it since 2026-11-23T10:${minute}:00.000Z)`;
	expect(lines).toEqual([31, 32, 33].map(since));
});

it('takes reasons that differ in a number alone for one: the sender chooses it', () => {
	const line = newLog();
	expect(line('the timestamp is 301 seconds old; 300 are allowed')).toBeDefined();
	expect(line('the timestamp is 302 seconds old; 300 are allowed')).toBeUndefined();
});

it('goes on after a clock was set back', () => {
	const line = newLog();
	line('forged');
	now = NOW - 3600 * SECOND;
	expect(line('forged')).toBe('forged');
});
