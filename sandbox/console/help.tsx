/** The keys, as `?` shows them. */
import { Dialog } from './ui/dialog';
import { fill, words } from './words/words';

const KEYS = [
	['/', words.keys.search],
	['w', words.write.open],
	['1 – 5', words.keys.views],
	['j  k', words.keys.walk],
	[words.keys.enter, words.keys.open],
	[words.keys.escape, words.keys.back],
	['n', words.keys.next],
	['d', words.keys.deliver],
	['r', words.keys.giveBack],
	['c', words.keys.copy],
	['?', words.keys.list],
] as const;

export function Help({ onClose }: { onClose: () => void }) {
	return (
		<Dialog title={words.shell.keys} onClose={onClose}>
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
				{fill(words.shell.documentation, {
					docs: <a href="/docs/control">{words.shell.docs}</a>,
					openapi: <a href="/_sandbox/openapi.json">openapi.json</a>,
				})}
			</p>
		</Dialog>
	);
}
