/**
 * The definition of both nodes that n8n's AI builders read, made by n8n's own generator, names every field
 * that they give.
 */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { ensureN8n } from '../../../tools/n8n/install/install';
import { projectRoot } from '../../../tools/n8n/paths';
import { manifest, traits } from '../../../tools/n8n/scenes/scene';
import { INSTALLING_MS } from '../../support/withScene';

/** Run by n8n's own Node, with what n8n itself resolves. Hidden fields are left out as n8n leaves them. */
const GENERATE = `
	const { createRequire } = require('node:module');
	const [program, file] = process.argv.slice(1);
	const { generateNodeTypeFile } = createRequire(program)('@n8n/workflow-sdk');
	const [Node] = Object.values(require(file));
	const { properties, ...description } = new Node().description;
	const visible = properties.filter(({ type }) => type !== 'hidden');
	process.stdout.write(generateNodeTypeFile({ ...description, properties: visible }));`;

async function definitionOf(node: string): Promise<string> {
	const n8n = await ensureN8n({ manifest });
	const file = join(projectRoot, 'dist', 'nodes', node, `${node}.node.js`);
	const { stdout } = await promisify(execFile)(n8n.node, ['-e', GENERATE, n8n.program, file]);
	return stdout;
}

interface Schema {
	properties?: Record<string, Schema>;
	items?: Schema;
}
const fieldsOf = ({ properties = {}, items }: Schema): string[] => [
	...Object.entries(properties).flatMap(([name, of]) => [name, ...fieldsOf(of)]),
	...(items ? fieldsOf(items) : []),
];

/** As n8n's editor is told them; the build makes them of the contract. */
function givenBy(path: string): string[] {
	const file = join(projectRoot, 'dist/nodes', path);
	return fieldsOf(JSON.parse(readFileSync(file, 'utf8')) as Schema);
}

/** The comment of one operation, in which alone its output may stand. */
function outputIn(definition: string, of: RegExp): string[] {
	return definition
		.split('/**')
		.filter((comment) => /\* Output, one item per/.test(comment) && of.test(comment));
}

const suite = traits.definesNodesForBuilders ? describe : describe.skip;

suite('the definition that AI builders read', () => {
	it(
		'says once for each operation of the action node what it gives',
		async () => {
			const definition = await definitionOf('HandwrittenLetters');
			const schemas = 'HandwrittenLetters/__schema__/v1.0.0';
			const operations = readdirSync(join(projectRoot, 'dist/nodes', schemas), {
				recursive: true,
				encoding: 'utf8',
			});
			const files = operations.filter((name) => name.endsWith('.json'));
			expect(definition.match(/\* Output, one item per/g)).toHaveLength(files.length);
			for (const file of files) {
				const wanted = givenBy(join(schemas, file));
				const all = new RegExp(wanted.map((name) => `(?=[^]*\\b${name}\\??:)`).join(''));
				expect([file, outputIn(definition, all).length > 0]).toEqual([file, true]);
			}
			for (const name of [
				'outcome',
				'problems',
				'warnings',
				'request',
				'idempotency_key',
				'account',
				'input',
			]) {
				expect(outputIn(definition, new RegExp(`only checked[^]*\\b${name}\\??:`))).toHaveLength(3);
			}
			expect(definition).toContain('@builderHint Leave out unless the user asked for it in words');
		},
		INSTALLING_MS,
	);

	it(
		"says that the letter's ID in an event is data.id",
		async () => {
			const definition = await definitionOf('HandwrittenLettersTrigger');
			const [output = ''] = outputIn(definition, /data\.id, not id/);
			for (const name of givenBy('HandwrittenLettersTrigger/__schema__/v2.0.0.json')) {
				expect(output).toMatch(new RegExp(`\\b${name}\\??:`));
			}
		},
		INSTALLING_MS,
	);
});
