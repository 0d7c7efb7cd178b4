/** Receivers beside the main one: a test URL beside a production URL, each with its own secret. */
import { useState } from 'preact/hooks';

import { api } from '../api/api';
import type { Receiver } from '../api/model';
import { Dialog } from '../ui/dialog';
import { attempt, say } from '../ui/toast';
import { fill, fillText, words } from '../words/words';
import { describeReceiver, ReceiverFields, receiverIn } from './receiverFields';
import { textIn } from './settingsForm';

const BLANK: Receiver = { name: '', url: null, events: null, allowSelfSigned: false };

function NameField() {
	return (
		<label>
			{words.settings.receiverName}
			<input
				name="name"
				required
				pattern="[A-Za-z0-9_\-]{1,40}"
				title={words.settings.receiverNameHint}
				placeholder="test"
				autocomplete="off"
				spellcheck={false}
			/>
		</label>
	);
}

interface EditorProps {
	/** Null: a new one. */
	readonly receiver: Receiver | null;
	readonly taken: readonly string[];
	readonly onClose: () => void;
}

function Editor({ receiver, taken, onClose }: EditorProps) {
	const isNew = receiver === null;
	const title = isNew
		? words.settings.addReceiver
		: fillText(words.settings.receiverNamed, { name: receiver.name });

	function save(fields: FormData): void {
		const name = receiver?.name ?? textIn(fields, 'name');
		if (isNew && taken.includes(name)) {
			say(fillText(words.settings.nameTaken, { name }), true);
			return;
		}
		onClose();
		const settings = receiverIn(fields);
		void attempt(
			api.setReceiver(name, settings),
			settings.url === null
				? fillText(words.settings.receiverGetsNone, { name })
				: fillText(words.settings.receiverGets, { name, url: settings.url }),
		);
	}
	function remove({ name }: Receiver): void {
		onClose();
		void attempt(api.removeReceiver(name), fillText(words.settings.receiverRemoved, { name }));
	}
	return (
		<Dialog title={title} onClose={onClose}>
			<form
				onSubmit={(event) => {
					event.preventDefault();
					save(new FormData(event.currentTarget));
				}}
			>
				{isNew && <NameField />}
				<ReceiverFields receiver={receiver ?? BLANK} isNew={isNew} />
				<div class="actions">
					<button type="submit" class="primary">
						{isNew ? words.settings.addThisReceiver : words.settings.saveReceiver}
					</button>
					{!isNew && (
						<button type="button" class="danger" onClick={() => remove(receiver)}>
							{words.settings.remove}
						</button>
					)}
				</div>
			</form>
		</Dialog>
	);
}

export function FurtherReceivers({ receivers }: { receivers: readonly Receiver[] }) {
	const [edited, setEdited] = useState<Receiver | null | undefined>(undefined);
	const [main, ...further] = receivers;
	return (
		<section class="further-receivers" aria-labelledby="further-receivers">
			<h3 id="further-receivers">{words.settings.moreReceivers}</h3>
			{further.length === 0 ? (
				<p class="hint">{words.settings.moreReceiversHint}</p>
			) : (
				<>
					<p class="hint">{fill(words.settings.mainReceiver, { main: <code>{main?.name}</code> })}</p>
					<ul class="receivers">
						{further.map((receiver) => (
							<li key={receiver.name}>
								<strong>{receiver.name}</strong>
								<code title={receiver.url ?? undefined}>{receiver.url ?? words.settings.noUrl}</code>
								<span class="quiet-text">{describeReceiver(receiver)}</span>
								<button
									type="button"
									aria-label={fillText(words.settings.changeNamed, { name: receiver.name })}
									onClick={() => setEdited(receiver)}
								>
									{words.settings.change}
								</button>
							</li>
						))}
					</ul>
				</>
			)}
			<button type="button" onClick={() => setEdited(null)}>
				{words.settings.addReceiverButton}
			</button>
			{edited !== undefined && (
				<Editor
					receiver={edited}
					taken={receivers.map(({ name }) => name)}
					onClose={() => setEdited(undefined)}
				/>
			)}
		</section>
	);
}
