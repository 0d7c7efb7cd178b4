/** The rate limit of every account. */
import { api } from '../api/api';
import { count } from '../api/format';
import type { Limits } from '../api/model';
import { attempt } from '../ui/toast';
import { fillText, words } from '../words/words';
import { SettingsForm, textIn } from './settingsForm';

const PLANS = [
	['Starter', 100],
	['Pro', 500],
	['Enterprise', null],
] as const;
const WINDOW_SECONDS = 60;

function describe({ limit, windowSeconds }: Limits): string {
	return limit === null
		? words.settings.noLimit
		: fillText(words.settings.limitIs, { limit: count(limit), seconds: windowSeconds });
}

function set(limits: Limits): void {
	void attempt(api.setLimits(limits), describe(limits));
}

export function LimitsForm({ limits }: { limits: Limits }) {
	function save(fields: FormData): void {
		const limit = textIn(fields, 'limit');
		set({
			limit: limit === '' ? null : Number(limit),
			windowSeconds: Number(textIn(fields, 'windowSeconds')),
		});
	}
	return (
		<SettingsForm id="limits" title={words.settings.limit} action={words.settings.saveLimit} onSave={save}>
			<div class="filter" role="group" aria-label={words.settings.plans}>
				{PLANS.map(([name, limit]) => (
					<button
						key={name}
						type="button"
						aria-pressed={limits.limit === limit && limits.windowSeconds === WINDOW_SECONDS}
						onClick={() => set({ limit, windowSeconds: WINDOW_SECONDS })}
					>
						{name}
					</button>
				))}
			</div>
			<div class="pair">
				<label>
					{words.settings.requests}
					<input
						name="limit"
						type="number"
						min="1"
						placeholder={words.settings.unlimited}
						defaultValue={limits.limit === null ? '' : String(limits.limit)}
					/>
				</label>
				<label>
					{words.settings.perSeconds}
					<input
						name="windowSeconds"
						type="number"
						min="1"
						required
						defaultValue={String(limits.windowSeconds)}
					/>
				</label>
			</div>
		</SettingsForm>
	);
}
