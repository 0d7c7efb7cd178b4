/** What every file in `examples/` owes its user, before it is ever run. */
import { readFileSync } from 'node:fs';

import { english } from '../../../examples/campaign/words/english';
import { portuguese } from '../../../examples/campaign/words/portuguese';
import type { Words } from '../../../examples/campaign/words/words';
import { makeExamples } from '../../../tools/examples/makeExamples';
import { exampleNames, nodeNamed, readExample } from '../../../tools/n8n/examples';
import type { WorkflowFile, WorkflowNode } from '../../../tools/n8n/n8nClient';

const NOTE = 'n8n-nodes-base.stickyNote';
const OURS = /^n8n-nodes-handwritten-letters\.handwrittenLetters(Tool|Trigger)?$/;
/** An id, or an address; that of a service which anyone may ask is no secret. */
const OF_SOMEWHERE = /[0-9a-f]{8}-[0-9a-f]{4}-|https?:\/\/(?!example|viacep\.com\.br)/g;
const BUILT_IN = /^(n8n-nodes-base|@n8n\/n8n-nodes-langchain)\./;

type Connections = Record<string, { main?: Array<Array<{ node: string }>> }>;

async function examples(): Promise<Array<[file: string, workflow: WorkflowFile]>> {
	const names = await exampleNames();
	return await Promise.all(
		names.map(async (name) => [name, await readExample(name)] as [string, WorkflowFile]),
	);
}

/** Everything in the examples that breaks a rule, by file. */
async function offences(find: (workflow: WorkflowFile) => unknown[]): Promise<unknown[]> {
	return (await examples()).flatMap(([file, workflow]) => find(workflow).map((what) => [file, what]));
}

it('there are some examples, and eleven at most', async () => {
	const { length } = await exampleNames();
	expect(length).toBeGreaterThan(5);
	expect(length).toBeLessThanOrEqual(11);
});

it('no example holds an id, a credential or an address from a real n8n', async () => {
	const allowed = ['name', 'nodes', 'connections', 'settings', 'pinData'];
	const inNode = [
		'parameters',
		'name',
		'type',
		'typeVersion',
		'position',
		'onError',
		'alwaysOutputData',
		'executeOnce',
		'retryOnFail',
		'maxTries',
		'waitBetweenTries',
	];
	expect(
		await offences((workflow) => [
			...Object.keys(workflow).filter((key) => !allowed.includes(key)),
			...workflow.nodes.flatMap((node) => Object.keys(node).filter((key) => !inNode.includes(key))),
			...Object.keys((workflow as { pinData?: object }).pinData ?? {}),
			...(JSON.stringify(workflow).match(OF_SOMEWHERE) ?? []),
		]),
	).toEqual([]);
});

it('every example uses only nodes of n8n and of this package', async () => {
	expect(
		await offences(({ nodes }) =>
			nodes.map(({ type }) => type).filter((type) => !OURS.test(type) && !BUILT_IN.test(type)),
		),
	).toEqual([]);
});

it('no agent can order a letter: as a tool, our node only reads', async () => {
	expect(
		await offences(({ nodes }) =>
			nodes
				.filter(({ type }) => type === 'n8n-nodes-handwritten-letters.handwrittenLettersTool')
				.map(({ parameters }) => String(parameters.operation))
				.filter((operation) => !operation.startsWith('get')),
		),
	).toEqual([]);
});

/** What anybody who knows its address can start: n8n's forms, webhooks and chats. */
const isOpenToAll = ({ type, parameters }: WorkflowNode): boolean =>
	/\.(?:formTrigger|webhook|chatTrigger|mcpTrigger)$/.test(type) &&
	(parameters.authentication ?? 'none') === 'none';

/** What waits for an answer at a page whose address n8n makes; that of `sendAndWait` is signed everywhere. */
const waits = ({ type, parameters }: WorkflowNode): boolean =>
	['form', 'webhook'].includes(String(parameters.resume)) ||
	(type === 'n8n-nodes-base.form' && parameters.operation === 'page');
const hasItsLink = ({ parameters }: WorkflowNode): boolean =>
	/\$execution\.resume/.test(JSON.stringify(parameters));

const orders = ({ type, parameters }: WorkflowNode): boolean =>
	OURS.test(type) && /^create/.test(String(parameters.operation)) && parameters.orderingMode !== 'check';

/** What can run after a node of this name. */
function after(name: string, connections: Connections, known = new Set<string>()): Set<string> {
	for (const { node } of connections[name]?.main?.flat() ?? []) {
		if (known.has(node)) continue;
		known.add(node);
		after(node, connections, known);
	}
	return known;
}

it('what orders asks those who start it for a login', async () => {
	expect(
		await offences(({ nodes, connections }) => {
			const ordering = nodes.filter(orders).map(({ name }) => name);
			const open = nodes.filter((node) => {
				const next = after(node.name, connections as Connections);
				return isOpenToAll(node) && ordering.some((name) => next.has(name));
			});
			return open.map(({ name }) => name);
		}),
	).toEqual([]);
});

it('what waits at a page, and what gives its link away, comes behind the question whether the link is signed', async () => {
	const ask = 'Is the Link Signed?';
	const found: string[] = [];
	expect(
		await offences(({ nodes, connections }) => {
			const waiting = nodes.filter((node) => node.name !== ask && (waits(node) || hasItsLink(node)));
			found.push(...waiting.map(({ name }) => name));
			// Only its first output, for what is signed, is left out.
			const unsigned = connections as Connections;
			const [, otherwise = []] = unsigned[ask]?.main ?? [];
			const next = { ...unsigned, [ask]: { main: [otherwise] } };
			const starts = nodes.filter(({ type }) => /Trigger$|\.webhook$/.test(type));
			const reached = new Set(starts.flatMap(({ name }) => [...after(name, next)]));
			return waiting.filter(({ name }) => reached.has(name)).map(({ name }) => name);
		}),
	).toEqual([]);
	expect(found).toEqual(['Ask by E-Mail', 'Wait for the Answer', 'Proof', 'Proof', 'Order This Letter?']);
});

it('what a form or a webhook starts orders only behind a page: another site can send both through a browser', async () => {
	expect(
		await offences(({ nodes, connections }) => {
			const asks = nodes.filter((node) => waits(node) || node.parameters.operation === 'sendAndWait');
			const unasked = Object.fromEntries(asks.map(({ name }) => [name, { main: [] }]));
			const next = { ...(connections as Connections), ...unasked };
			const starts = nodes.filter(({ type }) => /\.(?:formTrigger|webhook)$/.test(type));
			const reached = new Set(starts.flatMap(({ name }) => [...after(name, next)]));
			return nodes.filter((node) => orders(node) && reached.has(node.name)).map(({ name }) => name);
		}),
	).toEqual([]);
});

it('every node that waits for a person has a limit: n8n never deletes a run that waits', async () => {
	/** Of the campaign, until they have one. */
	const withoutLimit = ['Proof', 'Show It'];
	expect(
		await offences(({ nodes }) =>
			nodes
				.filter(
					(node) => /\.form$/.test(node.type) || waits(node) || node.parameters.operation === 'sendAndWait',
				)
				.filter(({ name }) => !withoutLimit.includes(name))
				.filter(({ parameters: { limitWaitTime, options } }) => {
					const inOptions = (options as { limitWaitTime?: object } | undefined)?.limitWaitTime;
					return limitWaitTime !== true && inOptions === undefined;
				})
				.map(({ name }) => name),
		),
	).toEqual([]);
});

it('every example has a note About, and what is bold in a note is the name of a node', async () => {
	expect(
		await offences(({ nodes, ...workflow }) => {
			nodeNamed({ nodes, ...workflow }, 'About');
			const notes = nodes.filter(({ type }) => type === NOTE);
			const text = notes.map(({ parameters }) => String(parameters.content)).join('\n');
			const bold = [...text.matchAll(/\*\*(.+?)\*\*/g)].map(([, name]) => name);
			return bold.filter((name) => !nodes.some((node) => node.name === name));
		}),
	).toEqual([]);
});

it('what is made of TypeScript is as it would be made now: if not, run `npm run build`', async () => {
	const stale = (await makeExamples()).filter(({ path, text }) => readFileSync(path, 'utf8') !== text);
	expect(stale.map(({ path }) => path)).toEqual([]);
});

it('the campaigns in two languages differ in nothing but words', async () => {
	const [made, translated] = await Promise.all(['campaign', 'campaign.pt-BR'].map(readExample));
	const withoutWords = (workflow: WorkflowFile | undefined, words: Words): unknown => {
		const { file, ...sheet } = words.sheet;
		const texts = [...Object.values({ ...words.workflow, ...sheet }).flat(), file].map(String);
		const without = (value: unknown): unknown =>
			typeof value === 'string' && texts.includes(value) ? '' : value;
		return JSON.parse(
			JSON.stringify({ ...workflow, name: '', nodes: workflow?.nodes.filter(({ type }) => type !== NOTE) })
				.replace(/const words = \{\\n.*?\\n\};/g, '')
				.replaceAll(`$binary.${file}.`, '')
				.replaceAll(words.workflow.needs, ''),
			(_key, value) => without(value),
		) as unknown;
	};
	expect(withoutWords(translated, portuguese)).toEqual(withoutWords(made, english));
});
