/** The links that n8n shows to the README: "Docs" in a node, "docs" in the credential. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { HandwrittenLettersApi } from '../../../credentials/HandwrittenLettersApi.credentials';
import action from '../../../nodes/HandwrittenLetters/HandwrittenLetters.node.json';
import trigger from '../../../nodes/HandwrittenLettersTrigger/HandwrittenLettersTrigger.node.json';

const readme = readFileSync(path.resolve(__dirname, '../../../README.md'), 'utf8');
const anchors = [...readme.matchAll(/^#+ (.*)$/gm)].map(
	([, heading = '']) => `#${heading.toLowerCase().replaceAll(' ', '-')}`,
);

it.each([
	['credential', [new HandwrittenLettersApi().documentationUrl]],
	...[action, trigger].map(({ node, resources }): [string, string[]] => [
		node,
		[...resources.primaryDocumentation, ...resources.credentialDocumentation].map(({ url }) => url),
	]),
])('every link of %s leads to a section of the README', (_name, urls) => {
	expect(urls.length).toBeGreaterThan(0);
	for (const url of urls) expect(anchors).toContain(new URL(url).hash);
});
