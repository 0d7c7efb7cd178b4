/** A clock of its own for each test of a file, in place of the system's. */
import { systemClock } from '../../nodes/n8n/clock';
import { VirtualClock } from '../../tools/virtualClock';

/** @param begin called before each test, with its clock */
export function withVirtualClock(begin: (clock: VirtualClock) => void): void {
	const realClock = { ...systemClock };

	beforeEach(() => {
		const clock = new VirtualClock();
		Object.assign(systemClock, clock);
		begin(clock);
	});

	afterAll(() => {
		Object.assign(systemClock, realClock);
	});
}
