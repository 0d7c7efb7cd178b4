/** Empties the sandbox, after one has said so twice. */
import { useState } from 'preact/hooks';

import { api } from '../api/api';
import { plural } from '../api/format';
import { Dialog } from '../ui/dialog';
import { attempt } from '../ui/toast';
import { words } from '../words/words';

export function Reset({ letters }: { letters: number }) {
	const [isAsking, setAsking] = useState(false);
	return (
		<section class="card" aria-labelledby="reset">
			<h2 id="reset">{words.settings.startOver}</h2>
			<p class="hint">{words.settings.resetHint}</p>
			<button type="button" class="danger" onClick={() => setAsking(true)}>
				{words.settings.resetSandbox}
			</button>
			{isAsking && (
				<Dialog title={words.settings.resetQuestion} onClose={() => setAsking(false)}>
					<p>{plural(letters, words.settings.oneWillGo, words.settings.manyWillGo)}</p>
					<div class="actions">
						<button
							type="button"
							class="danger"
							onClick={() => {
								setAsking(false);
								void attempt(api.reset(), words.settings.emptied);
							}}
						>
							{words.settings.reset}
						</button>
						<button type="button" onClick={() => setAsking(false)}>
							{words.settings.keep}
						</button>
					</div>
				</Dialog>
			)}
		</section>
	);
}
