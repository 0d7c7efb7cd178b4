/** A rule of one's own, as JSON. The sandbox judges it; its words are shown. */
import { useState } from 'preact/hooks';

import { api } from '../api/api';
import type { CountedRule, FaultRule } from '../api/model';
import { say } from '../ui/toast';
import { rulesWith } from './ruleList';

const EXAMPLE = `{
  "on": { "path": "/batches" },
  "when": { "every": 3 },
  "fault": { "status": 503 }
}`;

function parse(text: string): FaultRule | string {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === 'object' && value !== null ? (value as FaultRule) : 'A rule is a JSON object';
	} catch (error) {
		return `Not JSON: ${(error as Error).message}`;
	}
}

export function CustomFault({ rules }: { rules: readonly CountedRule[] }) {
	const [text, setText] = useState(EXAMPLE);
	const [problem, setProblem] = useState('');

	async function add(): Promise<void> {
		const rule = parse(text);
		if (typeof rule === 'string') {
			setProblem(rule);
			return;
		}
		try {
			await api.setFaults(rulesWith(rules, rule));
			setProblem('');
			say('The rule is in force');
		} catch (error) {
			setProblem((error as Error).message);
		}
	}
	return (
		<section class="card" aria-labelledby="custom-fault">
			<h2 id="custom-fault">Your own rule</h2>
			<form
				onSubmit={(event) => {
					event.preventDefault();
					void add();
				}}
			>
				<textarea
					aria-label="Rule as JSON"
					aria-invalid={problem !== ''}
					aria-describedby="custom-fault-problem"
					spellcheck={false}
					rows={5}
					value={text}
					onInput={({ currentTarget }) => setText(currentTarget.value)}
				/>
				<p id="custom-fault-problem" class="problem" role="alert">
					{problem}
				</p>
				<button type="submit">Add the rule</button>
			</form>
		</section>
	);
}
