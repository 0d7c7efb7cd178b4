/** Every default and limit that a document states is the one in the code; the code states a default once. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { DEFAULT_HEADER_PREFIX } from '../../../nodes/contract/contract';
import { LONG_TEXT } from '../../../nodes/HandwrittenLetters/check/picture/letterPicture';
import { DEFAULT_CARDS_PER_BATCH } from '../../../nodes/HandwrittenLetters/fields/batchFields';
import { DEFAULT_MAX_LETTERS } from '../../../nodes/HandwrittenLetters/fields/letterLimit';
import { DEFAULT_DEADLINE_MINUTES } from '../../../nodes/HandwrittenLetters/fields/requestOptions';
import { REMEMBERED } from '../../../nodes/HandwrittenLetters/send/earlierOrders';
import { LONGEST_ANSWER } from '../../../nodes/HandwrittenLetters/tell/failures';
import { REMEMBERED_HOURS } from '../../../nodes/HandwrittenLettersTrigger/duplicates/seenEventLog';
import { CAPACITY } from '../../../nodes/HandwrittenLettersTrigger/duplicates/seenEvents';
import { HOLD_MS } from '../../../nodes/HandwrittenLettersTrigger/holdAnswer';
import { DEFAULT_TOLERANCE_SECONDS } from '../../../nodes/HandwrittenLettersTrigger/triggerOptions';
import { MAX_BODY_BYTES } from '../../../nodes/HandwrittenLettersTrigger/verifySignature';
import { MOST_NAMED } from '../../../sandbox/src/api/fieldErrors';
import { PLAN_LIMITS } from '../../../sandbox/src/api/rateLimit';
import { DEFAULT_WAIT_MS } from '../../../sandbox/src/client/waitFor';
import { DEFAULTS } from '../../../sandbox/src/defaults';
import { DEEPEST_NESTING } from '../../../sandbox/src/json/nesting';

const ROOT = path.resolve(__dirname, '../../..');

const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

const documents = [
	'README.md',
	'sandbox/README.md',
	// On the screen of whoever sets it up.
	'credentials/HandwrittenLettersApi.credentials.ts',
	...readdirSync(path.join(ROOT, 'docs'))
		.filter((name) => /\.(md|yaml)$/.test(name) && name !== 'benchmarks.md')
		.map((name) => `docs/${name}`),
];

const code = ['bench', 'credentials', 'demo', 'nodes', 'sandbox/console', 'sandbox/src', 'tools'].flatMap(
	(folder) =>
		readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
			.filter((name) => /\.tsx?$/.test(name) && !name.includes('node_modules'))
			.map((name) => `${folder}/${name}`),
);

/** In the unit of the documents; a product, such as `24 * 3600 * 1000`, as the code writes it. */
function constant(file: string, name: string, unit = 1): number {
	const [, product = ''] = new RegExp(`const ${name} = ([\\d_* ]+);`).exec(read(file)) ?? [];
	return product.split('*').reduce((so, factor) => so * Number(factor.replaceAll('_', '')), 1 / unit);
}

const TRIGGER = 'nodes/HandwrittenLettersTrigger';
const SECOND = 1000;
const KB = 1024;

interface Default {
	name: string;
	values: Array<number | string>;
	/** How the documents say it, with the value in parentheses. */
	said: RegExp;
}

const defaults: Default[] = [
	{
		name: 'Tolerance (Seconds)',
		values: [DEFAULT_TOLERANCE_SECONDS],
		said: /(\d+) (?:seconds|segundos)(?=[^.|]*(?:either side|in the future|both directions|para mais ou|toleran|tolerân))/gi,
	},
	{
		name: 'Give Up After (Minutes)',
		values: [DEFAULT_DEADLINE_MINUTES],
		said: /(\d+) minut(?:es|os) (?:per|for each|por|para cada) (?:request|letter|requisição|chamada|carta)/gi,
	},
	{
		name: 'Maximum Letters per Run',
		values: [DEFAULT_MAX_LETTERS],
		said: /(?:Maximum Letters per Run\* \(|run of more than |mais de )(\d+)(?=\)| letters| cartas)/gi,
	},
	{
		name: 'Letters per Batch',
		values: [DEFAULT_CARDS_PER_BATCH],
		said: /(\d+) (?:each unless|(?:letters )?per batch|cada, se|(?:cartas )?por lote)/gi,
	},
	{
		name: 'Header Prefix',
		values: [DEFAULT_HEADER_PREFIX],
		said: /`(X-(?!RateLimit|Forwarded|Real)\w+)/g,
	},
	{
		name: 'how long events are remembered',
		values: [REMEMBERED_HOURS],
		said: /(?:delivered again within|repeats within|is remembered for|entregue outra vez em|repetições em até) (\d+) (?:to 25 )?(?:hours|horas)/gi,
	},
	{
		name: 'how many events are remembered',
		values: [CAPACITY.inMemory, CAPACITY.inStaticData],
		said: /(?:newest|os|últimos) (\d{1,3}[.,]000) (?:events|eventos|of a trigger|in the workflow)/gi,
	},
	{
		name: 'the largest body of a delivery, in MB',
		values: [MAX_BODY_BYTES / 1024 ** 2],
		said: /(?:body (?:has|is) at most|delivery of more than) (\d+) MB/gi,
	},
	{
		name: 'how much an error holds of an answer without an id, in characters',
		values: [LONGEST_ANSWER],
		said: /first (\d[\d,]*) characters of (?:the|their) answers?/gi,
	},
	{
		name: "the sandbox's API key",
		values: [DEFAULTS.apiKey],
		said: /\b(test_\w+)/g,
	},
	{
		name: "the sandbox's webhook secret",
		values: [DEFAULTS.webhookSecret],
		// Without the examples of other secrets.
		said: /\b(whsec_(?!of_|old)\w+)/g,
	},
	{
		name: "the sandbox's port",
		values: [DEFAULTS.port],
		// 5678 is n8n's.
		said: /(?:127\.0\.0\.1|localhost|host\.docker\.internal|\/\/sandbox|sandbox listens on)[: ](?!5678\b)(\d{4,5})/g,
	},
	{
		name: "how long the sandbox's library waits",
		values: [DEFAULT_WAIT_MS / 1000],
		said: /`timeoutMs` \((\d+) seconds\)/g,
	},
	{
		name: 'how long the trigger holds an answer',
		values: [HOLD_MS / SECOND],
		said: /(?:503 after|begin within|begun within|After \*\*) ?\**(\d+) seconds/g,
	},
	{
		name: 'how long a repeated event waits for the first',
		values: [constant(`${TRIGGER}/duplicates/claimDelivery.ts`, 'TWIN_WAIT_MS', SECOND)],
		said: /(?:waits up to|took more than) (\d+) seconds/g,
	},
	{
		name: "how deep an event's body may be nested",
		values: [constant(`${TRIGGER}/parseEvent.ts`, 'MAX_DEPTH')],
		said: /nested at most (\d+) levels/g,
	},
	{
		name: "how deep a call's body may be nested",
		values: [DEEPEST_NESTING],
		said: /more than (\d+) levels of nesting/g,
	},
	{
		name: 'how long the node asks again after a 409',
		values: [constant('nodes/HandwrittenLetters/send/attempt/nextStep.ts', 'LONGEST_WORK_MS', SECOND)],
		said: /same key for up to (\d+) seconds/g,
	},
	{
		name: 'how many orders a process remembers',
		values: [REMEMBERED],
		said: /newest (\d[\d,]*) orders/g,
	},
	{
		name: 'how many letters a check draws',
		values: [constant('nodes/HandwrittenLetters/fields/picturesOption.ts', 'DEFAULT_PICTURES')],
		said: /(?:at most|shows up to) (\d+)(?= of them as pictures|, each has a picture)/g,
	},
	{
		name: 'the lines from which on a text may be too long for a sheet',
		values: [LONG_TEXT],
		said: /more than (\d+) lines/g,
	},
	{
		name: 'requests a minute of a plan',
		values: Object.values(PLAN_LIMITS).map(Number),
		said: /(?:`starter`|`pro`|Pro plan allows) (\d+)(?=,| requests)/g,
	},
	{
		name: 'how many calls the sandbox lists',
		values: [constant('sandbox/src/state/journal.ts', 'JOURNAL_SIZE')],
		said: /latest (\d[\d,]*) calls/g,
	},
	{
		name: 'of how many calls the sandbox keeps the bodies',
		values: [constant('sandbox/src/state/journal.ts', 'EXCHANGES_KEPT')],
		said: /newest (\d[\d,]*) (?:calls|with headers)/g,
	},
	{
		name: 'how much of a body the sandbox keeps, in KB',
		values: [constant('sandbox/src/state/exchange.ts', 'LONGEST_BODY_BYTES', KB)],
		said: /cut after (\d+) KB/g,
	},
	{
		name: 'the shortest secret that the sandbox masks inside words',
		values: [constant('sandbox/src/state/secrets.ts', 'LONG_ENOUGH')],
		said: /fewer than (\d+) characters/g,
	},
	{
		name: 'how many ended deliveries the sandbox lists',
		values: [constant('sandbox/src/webhooks/history.ts', 'ENDED_KEPT')],
		said: /latest (\d[\d,]*) that have ended/g,
	},
	{
		name: "how much the sandbox keeps of a receiver's answer, in characters",
		values: [constant('sandbox/src/webhooks/attempt.ts', 'ANSWER_CHARACTERS')],
		said: /its first (\d[\d,]*) characters/g,
	},
	{
		name: 'how long the sandbox waits for a receiver',
		values: [constant('sandbox/src/webhooks/attempt.ts', 'ANSWER_TIMEOUT_MS', SECOND)],
		said: /2xx within (\d+) seconds/g,
	},
	{
		name: 'how long the sandbox retries an event',
		values: [constant('sandbox/src/webhooks/deliverer.ts', 'GIVE_UP_AFTER_MS', 3600 * SECOND)],
		said: /up to (\d+) hours after the first attempt/g,
	},
	{
		name: 'the longest delay of a fault',
		values: [constant('sandbox/src/faults/rules.ts', 'LONGEST_DELAY_SECONDS')],
		said: /up to (\d+) real seconds/g,
	},
	{
		name: 'the largest body of a call, in MiB',
		values: [constant('sandbox/src/server.ts', 'BODY_LIMIT', KB * KB)],
		said: /body of more than (\d+) MiB/g,
	},
	{
		name: 'how many fields the sandbox names',
		values: [MOST_NAMED],
		said: /names up to (\d+) fields/g,
	},
	{
		name: 'how long the sandbox collects calls for a commit',
		values: [constant('sandbox/src/data/commitPlan.ts', 'LONGEST_WAIT_MS')],
		said: /waits up to (\d+) ms/g,
	},
];

describe.each(defaults)('$name', ({ values, said }) => {
	const stated = documents.flatMap((file) =>
		[...read(file).matchAll(said)].map(([words, value = '']) => ({
			file,
			words,
			value: value.replace(/(\d)[.,](\d{3})$/, '$1$2'),
		})),
	);

	it('is stated in a document', () => {
		expect(stated).not.toEqual([]);
	});

	it('is the same wherever it is stated', () => {
		expect(stated.filter(({ value }) => !values.map(String).includes(value))).toEqual([]);
	});
});

const isComment = (line: string): boolean => /^\s*(\/?\*|\/\/)/.test(line);

it.each([
	[DEFAULTS.apiKey, ['sandbox/src/defaults.ts']],
	[DEFAULTS.webhookSecret, ['sandbox/src/defaults.ts']],
	[DEFAULTS.headerPrefix, ['nodes/contract/vocabulary.ts']],
	[String(DEFAULTS.port), ['nodes/contract/vocabulary.ts']],
])('%s is written in one place of the code only', (value, places) => {
	const lines = code.flatMap((file) =>
		read(file)
			.split('\n')
			.filter((line) => line.includes(value) && !isComment(line))
			.map(() => file),
	);
	expect(lines).toEqual(places);
});
