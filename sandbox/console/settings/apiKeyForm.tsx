/** The API key that sample letters are sent with, for a sandbox that runs with another one. */
import { useState } from 'preact/hooks';

import { apiKey, setApiKey } from '../api/ordering';
import { say } from '../ui/toast';
import { fill, words } from '../words/words';

export function ApiKeyForm() {
	const [key, setKey] = useState(apiKey);
	return (
		<form
			class="inline-form"
			onSubmit={(event) => {
				event.preventDefault();
				setApiKey(key);
				say(words.settings.keyInUse);
			}}
		>
			<label>
				{words.settings.sampleKey}
				<input
					required
					autocomplete="off"
					spellcheck={false}
					value={key}
					onInput={({ currentTarget }) => setKey(currentTarget.value)}
				/>
				<small>{fill(words.settings.sampleKeyHint, { option: <code>--api-key</code> })}</small>
			</label>
			<button type="submit">{words.settings.useKey}</button>
		</form>
	);
}
