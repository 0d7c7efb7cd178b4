/** A rule of one's own, as JSON. The sandbox judges it; its words are shown. */
import { useState } from 'preact/hooks';

import { api } from '../api/api';
import type { CountedRule, FaultRule } from '../api/model';
import { say } from '../ui/toast';
import { fillText, words } from '../words/words';
import { rulesWith } from './ruleList';

const EXAMPLE = `{
  "on": { "path": "/batches" },
  "when": { "every": 3 },
  "fault": { "status": 503 }
}`;

function parse(text: string): FaultRule | string {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === 'object' && value !== null ? (value as FaultRule) : words.faults.notAnObject;
	} catch (error) {
		return fillText(words.faults.notJson, { problem: (error as Error).message });
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
			say(words.faults.added);
		} catch (error) {
			setProblem((error as Error).message);
		}
	}
	return (
		<section class="card" aria-labelledby="custom-fault">
			<h2 id="custom-fault">{words.faults.ownRule}</h2>
			<form
				onSubmit={(event) => {
					event.preventDefault();
					void add();
				}}
			>
				<textarea
					aria-label={words.faults.ruleLabel}
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
				<button type="submit">{words.faults.add}</button>
			</form>
		</section>
	);
}
