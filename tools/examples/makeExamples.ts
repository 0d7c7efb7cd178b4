/** The example workflows that are made of TypeScript: their files in `examples/`, as they should be. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import * as babel from 'prettier/plugins/babel';
import * as estree from 'prettier/plugins/estree';
import { format } from 'prettier/standalone';

import { approveByEmail } from '../../examples/approve-by-email/approveByEmail';
import { campaign } from '../../examples/campaign/campaign';
import { english } from '../../examples/campaign/words/english';
import { portuguese } from '../../examples/campaign/words/portuguese';
import type { Style, Workflow } from '../../examples/workflow';
import { projectRoot } from '../n8n/paths';
import { codeText } from './codeText';

interface Example {
	/** In `examples/`. */
	folder: string;
	/** Its file of words, if it has several languages. */
	words?: string;
	workflow: (style: Style) => Workflow;
}

/** By the names of their files. */
const EXAMPLES: Record<string, Example> = {
	'approve-by-email': { folder: 'approve-by-email', workflow: approveByEmail },
	campaign: {
		folder: 'campaign',
		words: 'english',
		workflow: (style) => campaign(english, style),
	},
	'campaign.pt-BR': {
		folder: 'campaign',
		words: 'portuguese',
		workflow: (style) => campaign(portuguese, style),
	},
};

async function make({ folder: name, words, workflow }: Example): Promise<string> {
	const folder = join(projectRoot, 'examples', name);
	const wordsFile = words && join(folder, 'words', `${words}.ts`);
	const style = (file: string) => readFileSync(join(folder, `${file}.css`), 'utf8').trim();
	const made = workflow((file) => style(file).replaceAll('\t', '  '));
	for (const { parameters } of made.nodes) {
		const { jsCode } = parameters;
		if (typeof jsCode === 'string')
			parameters.jsCode = await codeText(join(folder, `${jsCode}.ts`), wordsFile);
	}
	return await format(JSON.stringify(made), { parser: 'json', plugins: [babel, estree], printWidth: 110 });
}

export interface MadeFile {
	path: string;
	text: string;
}

export async function makeExamples(): Promise<MadeFile[]> {
	return await Promise.all(
		Object.entries(EXAMPLES).map(async ([name, example]) => ({
			path: join(projectRoot, 'examples', `${name}.json`),
			text: await make(example),
		})),
	);
}
