/** The keys, as `?` shows them. */
import { Dialog } from './ui/dialog';

const KEYS = [
	['/', 'Search the letters'],
	['1 – 5', 'Letters, deliveries, requests, faults, settings'],
	['j  k', 'Next and previous letter; the arrow keys move across the board too'],
	['Enter', 'Open the letter'],
	['Esc', 'Back to the board, out of the search field, close a window'],
	['n', 'In a letter: next step'],
	['d', 'In a letter: deliver it'],
	['r', 'In a letter: return it to the sender'],
	['c', 'In a letter: copy its id'],
	['?', 'This list'],
] as const;

export function Help({ onClose }: { onClose: () => void }) {
	return (
		<Dialog title="Keys" onClose={onClose}>
			<dl class="keys">
				{KEYS.map(([keys, meaning]) => (
					<div key={keys}>
						<dt>
							<kbd>{keys}</kbd>
						</dt>
						<dd>{meaning}</dd>
					</div>
				))}
			</dl>
			<p class="hint">
				All this is also an API: <a href="/docs">documentation</a>, <a href="/openapi.json">openapi.json</a>.
			</p>
		</Dialog>
	);
}
