/** The example workflows, made ready for one n8n: credential and webhook address filled in. */
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Credential, WorkflowFile, WorkflowNode } from './n8nClient';
import { projectRoot } from './paths';

export const ACTION = 'n8n-nodes-handwritten-letters.handwrittenLetters';
export const TRIGGER = 'n8n-nodes-handwritten-letters.handwrittenLettersTrigger';
export const CREDENTIAL = 'handwrittenLettersApi';

const folder = join(projectRoot, 'examples');

/** Names of the files in `examples/`, without their ending. */
export async function exampleNames(): Promise<string[]> {
	const files = await readdir(folder);
	return files.flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -'.json'.length)] : []));
}

export async function readExample(name: string): Promise<WorkflowFile> {
	return JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8')) as WorkflowFile;
}

/** What the editor does after an import: the user picks a credential, the trigger gets its address. */
export function withCredential(workflow: WorkflowFile, { id, name }: Credential): WorkflowFile {
	const nodes = workflow.nodes.map((node) => {
		if (node.type !== ACTION && node.type !== TRIGGER) return node;
		return {
			...node,
			credentials: { [CREDENTIAL]: { id, name } },
			...(node.type === TRIGGER && { webhookId: node.webhookId ?? randomUUID() }),
		};
	});
	return { ...workflow, nodes };
}

/** Throws when the workflow has no such node: the example and its reader have come apart. */
export function nodeOfType({ name, nodes }: WorkflowFile, type: string): WorkflowNode {
	const node = nodes.find((one) => one.type === type);
	if (!node) throw new Error(`The workflow "${name}" has no node of the type ${type}.`);
	return node;
}

/** Throws when it has no node of this name. */
export function nodeNamed({ name: workflow, nodes }: WorkflowFile, name: string): WorkflowNode {
	const node = nodes.find((one) => one.name === name);
	if (!node) throw new Error(`The workflow "${workflow}" has no node named "${name}".`);
	return node;
}

/** Of a node Webhook: n8n makes a path for one that has none. */
export const pageUrl = (n8nUrl: string, { parameters, webhookId }: WorkflowNode): string =>
	`${n8nUrl}/webhook/${(parameters.path as string) || String(webhookId)}`;

export function webhookUrl(n8nUrl: string, trigger: WorkflowNode): string {
	return `${n8nUrl}/webhook/${String(trigger.webhookId)}/webhook`;
}
