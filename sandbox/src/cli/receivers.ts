/** The verb `receivers`: who gets the webhooks. */
import { UsageError } from '../commandLine';
import { CARD_EVENTS } from '../contract';
import type { CardEventName, ReceiverSettings } from '../library/types';
import { receiverLine } from './output';
import type { Given, Options, Scene } from './verb';
import { oneOf } from './verb';

const ALL = 'all';
const SELF_SIGNED = ['allow', 'refuse'] as const;

export const RECEIVER_OPTIONS: Options = {
	secret: { value: 'SECRET', help: "signs its events; the sandbox's webhook secret unless given" },
	events: { value: 'EVENTS', help: `those it takes, separated by commas, or ${ALL}` },
	'self-signed': { value: 'RULE', help: 'allow takes any certificate; refuse is the default' },
	off: { help: 'takes its URL away: no event goes there' },
	remove: { help: 'removes it' },
};

function eventsIn(text: string): CardEventName[] | null {
	if (text === ALL) return null;
	return text.split(',').map((name) => oneOf(CARD_EVENTS, name.trim(), '--events'));
}

function settingsIn(given: Given): ReceiverSettings {
	const [, url] = given.positionals;
	const [secret, events, selfSigned] = ['secret', 'events', 'self-signed'].map((name) => given.text(name));
	return {
		...(url !== undefined && { url }),
		...(given.has('off') && { url: null }),
		...(secret !== undefined && { secret }),
		...(events !== undefined && { events: eventsIn(events) }),
		...(selfSigned !== undefined && {
			allowSelfSigned: oneOf(SELF_SIGNED, selfSigned, '--self-signed') === 'allow',
		}),
	};
}

export async function receivers({ client, given, output }: Scene): Promise<void> {
	const [name] = given.positionals;
	const settings = settingsIn(given);
	const isChange = Object.keys(settings).length > 0;
	if (name === undefined) {
		if (isChange || given.has('remove'))
			throw new UsageError('receivers needs the NAME of the one to change');
		output.show(await client.receivers(), receiverLine);
	} else if (given.has('remove')) {
		if (isChange) throw new UsageError('--remove stands alone');
		await client.removeReceiver(name);
		output.show({ removed: name }, () => `${name} gets no more events`);
	} else if (isChange) {
		output.show(await client.setReceiver(name, settings), receiverLine);
	} else {
		throw new UsageError(`Say what to change of ${name}: a URL or an option`);
	}
}
