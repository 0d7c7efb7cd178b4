/**
 * A template for n8n's gallery: an example of ours, with the text that n8n's guidelines ask for as its
 * note. The text is in `gallery/`; the workflow and the steps to set it up are the example's own.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { nodeNamed, readExample } from '../n8n/examples';
import type { WorkflowFile, WorkflowNode } from '../n8n/n8nClient';
import { projectRoot } from '../n8n/paths';

export const GALLERY = join(projectRoot, 'gallery');

export interface Template {
	readonly title: string;
	/** Markdown, for the form of the gallery. */
	readonly description: string;
	readonly workflow: WorkflowFile;
}

export const NOTE = 'About';
const STEPS = '<!-- steps -->';
const WIDTH = 640;
const GAP = 80;

/** The examples that have a text for the gallery. */
export async function templateNames(): Promise<string[]> {
	const files = await readdir(GALLERY);
	return files.flatMap((file) => (file.endsWith('.md') ? [file.slice(0, -'.md'.length)] : [])).sort();
}

export async function readTemplate(name: string): Promise<Template> {
	const example = await readExample(name);
	const [heading = '', ...lines] = (await readFile(join(GALLERY, `${name}.md`), 'utf8')).split('\n');
	const title = heading.replace(/^# /, '');
	const text = lines.join('\n').trim();
	if (title === heading || !text.includes(STEPS)) {
		throw new Error(`gallery/${name}.md must begin with "# " and its title, and contain "${STEPS}".`);
	}
	const description = text.replace(STEPS, stepsOf(example));
	return { title, description, workflow: withNote(example, title, description) };
}

/** The numbered lines of the example's note. */
function stepsOf(example: WorkflowFile): string {
	const note = String(nodeNamed(example, NOTE).parameters.content);
	const steps = note.split('\n').filter((line) => /^\d+\. /.test(line));
	if (steps.length === 0) throw new Error(`The note in "${example.name}" has no numbered steps.`);
	return steps.join('\n');
}

/** The note says all that the description does, to the left of the nodes, where nothing is in its way. */
function withNote(example: WorkflowFile, title: string, description: string): WorkflowFile {
	const note = nodeNamed(example, NOTE);
	const others = example.nodes.filter((node) => node !== note);
	const left = Math.min(...others.map(({ position: [x] }) => x));
	const top = Math.min(...others.map(({ position: [, y] }) => y));
	// The picture of the workflow is of no use within the workflow.
	const content = `## ${title}\n${description.replace(/^!\[.*\n+/, '')}`;
	const full: WorkflowNode = {
		...note,
		parameters: { content, width: WIDTH, height: heightOf(content) },
		position: [left - WIDTH - GAP, top - GAP],
	};
	return { ...example, name: title, nodes: [full, ...others] };
}

/** Of a note in n8n's editor: its lines as they wrap, and room for headings and between paragraphs. */
function heightOf(content: string): number {
	const SIGNS_PER_LINE = 82;
	const LINE = 18;
	const lines = content.split('\n').map((line) => {
		if (line.startsWith('## ')) return 2.4;
		return line === '' ? 0.5 : Math.ceil(line.length / SIGNS_PER_LINE);
	});
	return 40 + LINE * Math.ceil(lines.reduce((sum, one) => sum + one, 0));
}
