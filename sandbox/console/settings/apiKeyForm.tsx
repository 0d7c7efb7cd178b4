/** The API key that sample letters are sent with, for a sandbox that runs with another one. */
import { useState } from 'preact/hooks';

import { apiKey, setApiKey } from '../board/sampleLetters';
import { say } from '../ui/toast';

export function ApiKeyForm() {
	const [key, setKey] = useState(apiKey);
	return (
		<form
			class="inline-form"
			onSubmit={(event) => {
				event.preventDefault();
				setApiKey(key);
				say('The console uses this key in this tab');
			}}
		>
			<label>
				Key for sample letters
				<input
					required
					autocomplete="off"
					spellcheck={false}
					value={key}
					onInput={({ currentTarget }) => setKey(currentTarget.value)}
				/>
				<small>
					What <code>--api-key</code> was started with, if it was.
				</small>
			</label>
			<button type="submit">Use it</button>
		</form>
	);
}
