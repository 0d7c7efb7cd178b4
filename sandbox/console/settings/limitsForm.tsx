/** The rate limit of every account. */
import { api } from '../api/api';
import type { Limits } from '../api/model';
import { attempt } from '../ui/toast';
import { SettingsForm, textIn } from './settingsForm';

const PLANS = [
	['Starter', 100],
	['Pro', 500],
	['Enterprise', null],
] as const;
const WINDOW_SECONDS = 60;

function describe({ limit, windowSeconds }: Limits): string {
	return limit === null ? 'No rate limit' : `${limit} requests per ${windowSeconds} s`;
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
		<SettingsForm id="limits" title="Rate limit" action="Save the limit" onSave={save}>
			<div class="filter" role="group" aria-label="Plans">
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
					Requests
					<input
						name="limit"
						type="number"
						min="1"
						placeholder="unlimited"
						defaultValue={limits.limit === null ? '' : String(limits.limit)}
					/>
				</label>
				<label>
					per seconds
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
