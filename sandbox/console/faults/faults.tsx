/** The fault switches, the rules in force, and a place for one's own rule. */
import { api } from '../api/api';
import { plural } from '../api/format';
import type { CountedRule } from '../api/model';
import { state } from '../api/state';
import { useWalking } from '../keys';
import { Icon } from '../ui/icon';
import { attempt } from '../ui/toast';
import { fillText, words } from '../words/words';
import { CustomFault } from './customFault';
import type { Preset } from './faultPresets';
import { PRESET_GROUPS } from './faultPresets';
import { describeRule, rulesWith, rulesWithout, sameRule, spent } from './ruleList';

function struckText(rule: CountedRule | undefined): string {
	if (rule === undefined) return '';
	if (spent(rule)) return fillText(words.faults.usedUp, { number: rule.struck });
	return rule.struck === 0 ? words.faults.waiting : fillText(words.faults.struck, { number: rule.struck });
}

function FaultSwitch({ preset, rules }: { preset: Preset; rules: readonly CountedRule[] }) {
	const active = rules.find((rule) => sameRule(rule, preset.rule));
	const isOn = active !== undefined && !spent(active);
	function toggle(): void {
		const next = isOn ? rulesWithout(rules, preset.rule) : rulesWith(rules, preset.rule);
		void attempt(
			api.setFaults(next),
			fillText(isOn ? words.faults.off : words.faults.on, { name: preset.name }),
		);
	}
	return (
		<li>
			<button type="button" role="switch" aria-checked={isOn} class="switch" onClick={toggle}>
				<span class="switch-knob" />
				<span class="switch-text">
					<strong>{preset.name}</strong>
					<span>{preset.explanation}</span>
				</span>
				<span
					class={active === undefined || active.struck === 0 ? 'struck-count' : 'struck-count struck-some'}
				>
					{struckText(active)}
				</span>
			</button>
		</li>
	);
}

function RuleInForce({ rule, rules }: { rule: CountedRule; rules: readonly CountedRule[] }) {
	return (
		<li>
			<code title={JSON.stringify(rule)}>{describeRule(rule)}</code>
			<span class={rule.struck === 0 ? 'struck-count' : 'struck-count struck-some'}>{struckText(rule)}</span>
			<button
				type="button"
				class="tool"
				aria-label={words.faults.remove}
				onClick={() => void attempt(api.setFaults(rulesWithout(rules, rule)), words.faults.removed)}
			>
				<Icon name="close" />
			</button>
		</li>
	);
}

function RulesInForce({ rules }: { rules: readonly CountedRule[] }) {
	return (
		<section class="card" aria-labelledby="rules-in-force">
			<h2 id="rules-in-force">{words.faults.inForce}</h2>
			{rules.length === 0 ? (
				<p class="hint">{words.faults.none}</p>
			) : (
				<>
					<ol class="rules">
						{rules.map((rule, i) => (
							<RuleInForce key={i} rule={rule} rules={rules} />
						))}
					</ol>
					<p class="hint">{words.faults.order}</p>
					<button type="button" onClick={() => void attempt(api.setFaults([]), words.faults.allOff)}>
						{plural(rules.length, words.faults.removeOne, words.faults.removeMany)}
					</button>
				</>
			)}
		</section>
	);
}

export function Faults() {
	useWalking();
	const rules = state.value?.faults ?? [];
	return (
		<>
			<div class="view-head">
				<div>
					<h1>{words.shell.faults}</h1>
					<p class="hint">{words.faults.about}</p>
				</div>
			</div>
			<div class="fault-panel">
				{PRESET_GROUPS.map(({ title, presets }) => (
					<section key={title} class="card" aria-label={title}>
						<h2>{title}</h2>
						<ul class="switches">
							{presets.map((preset) => (
								<FaultSwitch key={preset.name} preset={preset} rules={rules} />
							))}
						</ul>
					</section>
				))}
				<div class="fault-side">
					<RulesInForce rules={rules} />
					<CustomFault rules={rules} />
				</div>
			</div>
		</>
	);
}
