/** Takes the signature that a receiver has computed over the newest attempt, and names its mistake. */
import { useState } from 'preact/hooks';

import { api } from '../api/api';
import type { Mistake } from '../api/model';
import { textIn } from '../settings/settingsForm';
import { words } from '../words/words';

function verdict(mistakes: readonly Mistake[] | null): readonly string[] {
	if (mistakes === null) return [words.deliveries.isUnknown];
	if (mistakes.length === 0) return [words.deliveries.isRight];
	return mistakes.map((mistake) => words.mistakes[mistake]);
}

export function SignatureBox({ delivery }: { delivery: string }) {
	const [found, setFound] = useState<readonly string[]>([]);
	async function compare(fields: FormData): Promise<void> {
		try {
			setFound(verdict(await api.mistakesIn(delivery, textIn(fields, 'signature'))));
		} catch (error) {
			setFound([(error as Error).message]);
		}
	}
	return (
		<form
			class="signature-box"
			onSubmit={(event) => {
				event.preventDefault();
				void compare(new FormData(event.currentTarget));
			}}
		>
			<label>
				{words.deliveries.computed}
				<input name="signature" required autocomplete="off" spellcheck={false} />
			</label>
			<button type="submit">{words.deliveries.compare}</button>
			<div role="status">
				{found.map((text) => (
					<p key={text}>{text}</p>
				))}
			</div>
		</form>
	);
}
