import { CountedLines } from '../../../nodes/HandwrittenLettersTrigger/log/countedLines';

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

it('gives the first of each reason, of each trigger', () => {
	const line = newLog();
	expect(line('the signature does not match')).toBe('the signature does not match');
	expect(line('the header X is missing')).toBe('the header X is missing');
	expect(line('the signature does not match', 'another')).toBe('the signature does not match');
	expect(line('the signature does not match')).toBeUndefined();
});

it('gives one line a minute with the number of those between', () => {
	const line = newLog();
	line('forged');
	let lines = 0;
	for (let second = 1; second <= 600; second += 1) {
		now = NOW + second * SECOND;
		for (let time = 0; time < 300; time += 1) {
			const text = line('forged');
			if (text === undefined) continue;
			lines += 1;
			if (lines === 1) expect(text).toBe('forged (and 17700 more like it since 2026-11-23T10:31:00.000Z)');
		}
	}
	expect(lines).toBe(10);
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
