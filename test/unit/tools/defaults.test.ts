/** Every default that a document states is the one in the code, in each language; the code states it once. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { DEFAULT_CARDS_PER_BATCH } from '../../../nodes/HandwrittenLetters/letter/batchFields';
import { DEFAULT_MAX_LETTERS } from '../../../nodes/HandwrittenLetters/order/letterLimit';
import { DEFAULT_DEADLINE_MINUTES } from '../../../nodes/HandwrittenLetters/run/requestOptions';
import { REMEMBERED_HOURS } from '../../../nodes/HandwrittenLettersTrigger/duplicates/seenEventLog';
import { CAPACITY } from '../../../nodes/HandwrittenLettersTrigger/duplicates/seenEvents';
import { DEFAULT_TOLERANCE_SECONDS } from '../../../nodes/HandwrittenLettersTrigger/triggerOptions';
import { MAX_BODY_BYTES } from '../../../nodes/HandwrittenLettersTrigger/verifySignature';
import { DEFAULT_HEADER_PREFIX } from '../../../nodes/shared/contract/contract';
import { LONGEST_ANSWER } from '../../../nodes/shared/failures/errors';
import { DEFAULT_WAIT_MS } from '../../../sandbox/src/client/waitFor';
import { DEFAULTS } from '../../../sandbox/src/defaults';

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
		said: /(?:newest|os|últimos) (\d{1,3}[.,]000) (?:events|eventos)/gi,
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
	[DEFAULTS.headerPrefix, ['nodes/shared/contract/vocabulary.ts']],
	[String(DEFAULTS.port), ['nodes/shared/contract/vocabulary.ts']],
])('%s is written in one place of the code only', (value, places) => {
	const lines = code.flatMap((file) =>
		read(file)
			.split('\n')
			.filter((line) => line.includes(value) && !isComment(line))
			.map(() => file),
	);
	expect(lines).toEqual(places);
});
