/** The campaign from the upload to its proof, without an n8n: its own code, and the node's check in n8n-core. */
import type { INodeParameters } from 'n8n-workflow';

import { campaign } from '../../examples/campaign/campaign';
import { makeTheProof } from '../../examples/campaign/makeTheProof';
import type { Checked, Judged, Listed, Proof, Row } from '../../examples/campaign/types';
import type { Words } from '../../examples/campaign/words/words';
import type { CredentialData } from '../../tools/engine/engine';
import { nodeNamed } from '../../tools/n8n/examples';
import type { WorkflowFile } from '../../tools/n8n/n8nClient';
import type { Upload } from './campaignFiles';
import { readUpload } from './campaignFiles';
import { codeNode } from './codeNode';
import { runLetters } from './letterRuns';

/** A letter of the proof. */
export interface Seen extends Judged {
	warnings: string[];
	/** As it would be ordered. */
	to: Record<string, string | undefined>;
	message?: string;
}

export interface Outcome {
	/** What ended the form. */
	page?: string;
	title: string;
	description: string;
	html: string;
	choices: string[];
	letters: Seen[];
}

/** What a person is shown of a file, and what would be ordered. */
export async function prove(
	upload: Upload,
	words: Words,
	credential: CredentialData,
	{ listed = [], settings = {} }: { listed?: Array<Partial<Listed>>; settings?: object } = {},
): Promise<Outcome> {
	const rows = await readUpload(upload, words, settings);
	const [first] = rows;
	const none = { title: '', description: '', html: '', choices: [], letters: [] };
	if (first !== undefined && 'page' in first.json) return { ...none, page: first.json.page };
	const file = campaign(words, () => '') as unknown as WorkflowFile;
	const { parameters } = nodeNamed(file, 'Check the Letters');
	const checked = await runLetters(credential, parameters as INodeParameters, {
		items: rows.map(({ json }) => ({ json: { ...(json as Row) } as never })),
	});
	const items = checked.items as unknown as Checked[];
	const account = items[0]?.account;
	const nodes = {
		Settings: [{ json: { price: '', currency: 'BRL', ...settings } }],
		'Read the Rows': rows,
		'Ordered Before': listed.map((json) => ({ json: { account, letter_id: 'crd_1', ...json } })),
		'Check the Letters': items.map((json) => ({ json })),
	};
	const [{ json: proof } = { json: undefined }] = makeTheProof(codeNode([], nodes), words) as Array<{
		json: Proof;
	}>;
	const { title = '', description = '', fields = '[]', choices = [], letters = [] } = proof ?? {};
	const shown = JSON.parse(fields) as Array<{ html?: string }>;
	return {
		title,
		description,
		html: shown.at(-1)?.html ?? '',
		choices: choices.map(({ option }) => option),
		letters: letters.map((letter): Seen => {
			const of = items.find(({ item }) => item === letter.item);
			const { to = {}, message } = of?.request ?? {};
			const { doubts = [] } = (rows[letter.item - 1]?.json ?? {}) as Partial<Row>;
			return {
				...letter,
				warnings: [...doubts, ...(of?.warnings ?? [])],
				to: to as Seen['to'],
				...(message !== undefined && { message }),
			};
		}),
	};
}
