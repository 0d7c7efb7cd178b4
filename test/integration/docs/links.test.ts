/** The links that n8n shows: "Docs" in a node, "docs" in the credential. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { HandwrittenLettersApi } from '../../../credentials/HandwrittenLettersApi.credentials';
import action from '../../../nodes/HandwrittenLetters/HandwrittenLetters.node.json';
import trigger from '../../../nodes/HandwrittenLettersTrigger/HandwrittenLettersTrigger.node.json';
import manifest from '../../../package.json';

const PAGE = 'docs/fields.md';
const page = readFileSync(path.resolve(__dirname, '../../..', PAGE), 'utf8');
const anchors = [...page.matchAll(/^#+ (.*)$/gm)].map(
	([, heading = '']) =>
		`#${heading
			.toLowerCase()
			.replaceAll(/[^\w -]/g, '')
			.replaceAll(' ', '-')}`,
);

it.each([
	['credential', [new HandwrittenLettersApi().documentationUrl]],
	...[action, trigger].map(({ node, resources }): [string, string[]] => [
		node,
		[...resources.primaryDocumentation, ...resources.credentialDocumentation].map(({ url }) => url),
	]),
])('every link of %s leads to a section of the page with the fields', (_name, urls) => {
	expect(urls.length).toBeGreaterThan(0);
	const address = manifest.homepage.replace('#readme', `/blob/main/${PAGE}`);
	for (const url of urls) {
		const { origin, pathname, hash } = new URL(url);
		expect(`${origin}${pathname}`).toBe(address);
		expect(anchors).toContain(hash);
	}
});
