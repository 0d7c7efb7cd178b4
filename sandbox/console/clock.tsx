/** The sandbox's time in the header, with the two steps one needs most. */
import { api } from './api/api';
import { dayOf, timeOf } from './api/format';
import { sandboxNow, state } from './api/state';
import { Icon } from './ui/icon';
import { attempt } from './ui/toast';
import { words } from './words/words';

const HOUR = 3600;
const STEPS = [
	{ label: words.shell.hour, seconds: HOUR, action: words.shell.hourAhead, done: words.shell.hourLater },
	{ label: words.shell.day, seconds: 24 * HOUR, action: words.shell.dayAhead, done: words.shell.dayLater },
];

/** Without a speed the clock moves no letter, which looks as if nothing had happened. */
const saying = (done: string): string =>
	state.value?.clock.speed === 'off' ? `${done}. ${words.shell.lettersStay}` : done;

export function Clock() {
	if (state.value === undefined) return null;
	return (
		<div class="clock" role="group" aria-label={words.shell.time}>
			<Icon name="clock" />
			<time title={words.shell.timeHint}>
				<span>{dayOf(sandboxNow.value)}</span> <span>{timeOf(sandboxNow.value)}</span>
			</time>
			{STEPS.map(({ label, seconds, action, done }) => (
				<button
					key={label}
					type="button"
					aria-label={action}
					onClick={() => void attempt(api.advanceClock(seconds), saying(done))}
				>
					{label}
				</button>
			))}
		</div>
	);
}
