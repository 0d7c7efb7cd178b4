/** The verb `receivers`: who gets the webhooks. */
import { CARD_EVENTS } from '../contract';
import type { CardEventName, ReceiverSettings } from '../library/types';
import { receiverLine } from './output';
import type { Given, Scene, Verb } from './verb';
import { argument, oneOf, option, UsageError, withScheme } from './verb';

const ALL = 'all';
const SELF_SIGNED = ['allow', 'refuse'] as const;

function eventsIn(text: string): CardEventName[] | null {
	if (text === ALL) return null;
	return text.split(',').map((name) => oneOf(CARD_EVENTS, name.trim(), '--events'));
}

function settingsIn(given: Given): ReceiverSettings {
	const [, url] = given.positionals;
	const [secret, events, selfSigned] = ['secret', 'events', 'selfSigned'].map((name) => given.text(name));
	return {
		...(url !== undefined && { url: withScheme(url) }),
		...(given.has('off') && { url: null }),
		...(secret !== undefined && { secret }),
		...(events !== undefined && { events: eventsIn(events) }),
		...(selfSigned !== undefined && {
			allowSelfSigned: selfSigned === 'allow',
		}),
	};
}

async function run({ client, given, output }: Scene): Promise<void> {
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

export const receivers: Verb = {
	arguments: [argument('[NAME]', 'of the one to add or change'), argument('[URL]', 'where its events go')],
	help: 'Lists the receivers of webhooks. With a name and what to change, adds or changes one. The one that --webhook-url sets is called main.',
	options: [
		option('--secret <SECRET>', "signs its events; the sandbox's webhook secret unless given"),
		option('--events <EVENTS>', `those it takes, separated by commas, or ${ALL}`),
		option('--self-signed <RULE>', 'accepts any certificate, or only trusted ones again').choices(
			SELF_SIGNED,
		),
		option('--off', 'removes its URL: no event goes there'),
		option('--remove', 'removes the receiver'),
	],
	run,
};
