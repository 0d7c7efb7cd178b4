/** The sandbox's time in the header, with the two steps one needs most. */
import { api } from './api/api';
import { tickingTime } from './api/format';
import { sandboxNow, state } from './api/state';
import { Icon } from './ui/icon';
import { attempt } from './ui/toast';

const HOUR = 3600;
const STEPS = [
	['+1 h', HOUR, 'an hour'],
	['+1 day', 24 * HOUR, 'a day'],
] as const;

function moveBy(seconds: number, name: string): void {
	void attempt(api.advanceClock(seconds), `The sandbox is ${name} later now`);
}

export function Clock() {
	if (state.value === undefined) return null;
	return (
		<div class="clock" role="group" aria-label="Sandbox time">
			<Icon name="clock" />
			<time title="The time letters live in">{tickingTime(sandboxNow.value)}</time>
			{STEPS.map(([label, seconds, name]) => (
				<button
					key={label}
					type="button"
					aria-label={`Move the clock ${name} ahead`}
					onClick={() => moveBy(seconds, name)}
				>
					{label}
				</button>
			))}
		</div>
	);
}
