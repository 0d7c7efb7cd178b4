/** What shows that n8n and a letter service do so with an order. */
import type { Evidence } from '../evidence';

const SENDING = 'e2e/both/sending.test.ts';
const KILLED = 'e2e/own/killed.test.ts';
const N8N = 'e2e/both/n8n.test.ts';
const KEYS = 'integration/nodes/keys.test.ts';
const ERRORS = 'integration/nodes/errors.test.ts';
const GIVING_UP = 'integration/nodes/givingUp.test.ts';

const answered = (how: string): RegExp => new RegExp(`^request \\d: ${how}$`);

export const EVIDENCE: Evidence[] = [
	[/^n8n (runs|stores) it$/, N8N, 'Letter > Create gives one letter per item, in order'],
	[/^n8n is killed (before|in) the node/, KILLED, 'while sending'],
	[/^n8n is killed after the node/, KILLED, 'in a node behind'],
	[/recovery has it as/, KEYS, 'a run of the node that n8n invented'],
	[/^Retry execution$/, SENDING, 'a run fails half way and is retried twice'],
	[
		/with another message$/,
		'integration/nodes/severalFailures.test.ts',
		'are refused: the first letters stand',
	],
	[/^Retry On Fail runs/, SENDING, 'Retry On Fail runs the node again and again'],
	[/^the caller at level 0/, SENDING, 'its caller tries again and is retried'],
	[/^the caller at level 1/, SENDING, 'both callers above it try again'],
	[
		/with another item$/,
		'unit/nodes/assignKeys.test.ts',
		'is the same letter in every run, node and workflow',
	],
	[/^the loop leads back/, KEYS, 'an item of %s keeps its key wherever it is ordered again'],
	[/^somebody cancels it$/, SENDING, 'a run is %s while sending, and retried'],
	[/^it is ordered again$/, 'e2e/shared/identity.test.ts', '%s: once, again, and with other contents'],
	[
		/^another workflow orders it$/,
		'unit/nodes/assignKeys.test.ts',
		'is the same letter in every run, node and workflow',
	],
	[answered('creates'), N8N, 'Letter > Create gives one letter per item, in order'],
	[
		answered('(creates, )?is cut off'),
		'integration/nodes/earlierTries.test.ts',
		'a letter that may have been accepted',
	],
	[
		answered('(creates, )?stays silent to the end'),
		'integration/nodes/sending.test.ts',
		'stops waiting at the timeout',
	],
	[answered('creates, answers without an id'), ERRORS, 'names the answer without an id'],
	[answered('is not there to the end'), ERRORS, 'nothing listens when nothing does'],
	[answered('is busy'), SENDING, 'a run fails half way and is retried twice'],
	[answered('is still at work'), GIVING_UP, 'is asked with the same key until it gives the letter'],
	[answered('refuses'), SENDING, 'its caller tries again and is retried'],
	[
		answered('refuses the key'),
		'integration/nodes/sending.test.ts',
		'makes few requests of 300 letters with a wrong API key',
	],
	[answered('wants a pause'), SENDING, 'cancelling during a Retry-After'],
];
