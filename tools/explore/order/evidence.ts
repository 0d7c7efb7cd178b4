/** What shows that n8n and a letter service do so with an order. */
import type { Evidence } from '../evidence';

const SENDING = 'e2e/sending.test.ts';
const KEYS = 'integration/nodes/keys.test.ts';
const ERRORS = 'integration/nodes/errors.test.ts';
const GIVING_UP = 'integration/nodes/givingUp.test.ts';

const answered = (how: string): RegExp => new RegExp(`^request \\d: ${how}$`);

export const EVIDENCE: Evidence[] = [
	{
		step: /^n8n runs it$/,
		file: 'e2e/n8n.test.ts',
		test: 'Letter > Create gives one letter per item, in order',
	},
	{
		step: /^n8n stores it$/,
		file: 'e2e/n8n.test.ts',
		test: 'Letter > Create gives one letter per item, in order',
	},
	{ step: /^n8n is killed (before|in) the node/, file: SENDING, test: 'n8n is killed while sending' },
	{ step: /^n8n is killed after the node/, file: SENDING, test: 'n8n is killed in a node behind' },
	{ step: /recovery has it as/, file: KEYS, test: 'a run of the node that n8n invented' },
	{ step: /^Retry execution$/, file: SENDING, test: 'a run fails half way and is retried twice' },
	{
		step: /with another message$/,
		file: 'integration/nodes/severalFailures.test.ts',
		test: 'are refused: the first letters stand',
	},
	{ step: /^Retry On Fail runs/, file: SENDING, test: 'Retry On Fail runs the node again and again' },
	{ step: /^the caller at level 0/, file: SENDING, test: 'its caller tries again and is retried' },
	{ step: /^the caller at level [12]/, file: SENDING, test: 'both callers above it try again' },
	{ step: /with another item$/, file: KEYS, test: 'stay when another item of the call has changed' },
	{
		step: /^the loop leads back/,
		file: KEYS,
		test: 'an item of %s keeps its key wherever it is ordered again',
	},
	{ step: /^somebody cancels it$/, file: SENDING, test: 'a run is %s while sending, and retried' },
	{
		step: /^it is ordered again$/,
		file: SENDING,
		test: 'the workflow runs twice with External IDs: each letter once',
	},
	{
		step: /^another workflow orders it$/,
		file: 'unit/nodes/assignKeys.test.ts',
		test: 'is the same letter in every run, node and workflow',
	},
	{
		step: answered('creates'),
		file: 'e2e/n8n.test.ts',
		test: 'Letter > Create gives one letter per item, in order',
	},
	{
		step: answered('(creates, )?is cut off'),
		file: 'integration/nodes/earlierTries.test.ts',
		test: 'a letter that may have been accepted',
	},
	{
		step: answered('(creates, )?stays silent to the end'),
		file: 'integration/nodes/sending.test.ts',
		test: 'stops waiting at the timeout',
	},
	{ step: answered('creates, answers without an id'), file: ERRORS, test: 'names the answer without an id' },
	{
		step: answered('is not there to the end'),
		file: ERRORS,
		test: 'nothing listens when nothing does',
	},
	{ step: answered('is busy'), file: SENDING, test: 'a run fails half way and is retried twice' },
	{
		step: answered('is still at work'),
		file: GIVING_UP,
		test: 'is asked with the same key until it gives the letter',
	},
	{ step: answered('refuses'), file: SENDING, test: 'its caller tries again and is retried' },
	{
		step: answered('refuses the key'),
		file: 'integration/nodes/sending.test.ts',
		test: 'makes few requests of 300 letters with a wrong API key',
	},
	{ step: answered('wants a pause'), file: SENDING, test: 'cancelling during a Retry-After of 60 s' },
];
