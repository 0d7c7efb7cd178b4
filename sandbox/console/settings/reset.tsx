/** Empties the sandbox, after one has said so twice. */
import { useState } from 'preact/hooks';

import { api } from '../api/api';
import { plural } from '../api/format';
import { Dialog } from '../ui/dialog';
import { attempt } from '../ui/toast';

export function Reset({ letters }: { letters: number }) {
	const [isAsking, setAsking] = useState(false);
	return (
		<section class="card" aria-labelledby="reset">
			<h2 id="reset">Start over</h2>
			<p class="hint">
				Takes away all letters, deliveries, requests, remembered keys and faults. Settings stay.
			</p>
			<button type="button" class="danger" onClick={() => setAsking(true)}>
				Reset the sandbox …
			</button>
			{isAsking && (
				<Dialog title="Reset the sandbox?" onClose={() => setAsking(false)}>
					<p>
						{plural(letters, 'letter')} and everything known about {letters === 1 ? 'it' : 'them'} will be
						gone.
					</p>
					<div class="actions">
						<button
							type="button"
							class="danger"
							onClick={() => {
								setAsking(false);
								void attempt(api.reset(), 'The sandbox is empty');
							}}
						>
							Reset
						</button>
						<button type="button" onClick={() => setAsking(false)}>
							Keep them
						</button>
					</div>
				</Dialog>
			)}
		</section>
	);
}
