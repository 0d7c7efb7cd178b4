/** How fast letters move by themselves. */
import { api } from '../api/api';
import { count } from '../api/format';
import type { Speed } from '../api/model';
import { attempt } from '../ui/toast';
import { fillText, words } from '../words/words';
import { SettingsForm, textIn } from './settingsForm';

const DAY = 24 * 3600;
const CHOICES: readonly (readonly [name: string, speed: Speed])[] = [
	[words.settings.manual, 'off'],
	[words.settings.fiveSeconds, 5],
	[words.settings.oneMinute, 60],
	[words.settings.oneDay, DAY],
];

function set(speed: Speed): void {
	const text =
		speed === 'off'
			? words.settings.movesByHand
			: fillText(words.settings.movesBySeconds, { seconds: count(speed) });
	void attempt(api.setSpeed(speed), text);
}

export function SpeedForm({ speed }: { speed: Speed }) {
	function save(fields: FormData): void {
		const seconds = textIn(fields, 'seconds');
		set(seconds === '' ? 'off' : Number(seconds));
	}
	return (
		<SettingsForm id="speed" title={words.settings.speed} action={words.settings.saveSpeed} onSave={save}>
			<div class="filter" role="group" aria-label={words.settings.speeds}>
				{CHOICES.map(([name, choice]) => (
					<button key={name} type="button" aria-pressed={choice === speed} onClick={() => set(choice)}>
						{name}
					</button>
				))}
			</div>
			<label>
				{words.settings.stepSeconds}
				<input
					name="seconds"
					type="number"
					min="0"
					step="any"
					placeholder={words.settings.manualHint}
					defaultValue={speed === 'off' ? '' : String(speed)}
				/>
				<small>{words.settings.speedHint}</small>
			</label>
		</SettingsForm>
	);
}
