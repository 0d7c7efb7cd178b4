/** How fast letters move by themselves. */
import { api } from '../api/api';
import type { Speed } from '../api/model';
import { attempt } from '../ui/toast';
import { SettingsForm, textIn } from './settingsForm';

const DAY = 24 * 3600;
const CHOICES: readonly (readonly [name: string, speed: Speed])[] = [
	['By hand', 'off'],
	['5 s a step', 5],
	['1 min a step', 60],
	['1 day a step', DAY],
];

function set(speed: Speed): void {
	const text = speed === 'off' ? 'Letters move by hand' : `Letters take ${speed} s for each step`;
	void attempt(api.setSpeed(speed), text);
}

export function SpeedForm({ speed }: { speed: Speed }) {
	function save(fields: FormData): void {
		const seconds = textIn(fields, 'seconds');
		set(seconds === '' ? 'off' : Number(seconds));
	}
	return (
		<SettingsForm id="speed" title="Speed of the post" action="Save the speed" onSave={save}>
			<div class="filter" role="group" aria-label="Ready-made speeds">
				{CHOICES.map(([name, choice]) => (
					<button key={name} type="button" aria-pressed={choice === speed} onClick={() => set(choice)}>
						{name}
					</button>
				))}
			</div>
			<label>
				Seconds of sandbox time for each step
				<input
					name="seconds"
					type="number"
					min="0"
					step="any"
					placeholder="by hand"
					defaultValue={speed === 'off' ? '' : String(speed)}
				/>
				<small>With a day a step, the clock's “+1 day” moves every letter once.</small>
			</label>
		</SettingsForm>
	);
}
