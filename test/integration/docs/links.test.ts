/** The links that n8n shows, "Docs" in a node and "docs" in the credential, and the pictures of the pages. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
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

/** The lint knows the links of Markdown, not those of HTML. */
it.each(['README.md', 'docs', 'examples', 'gallery', 'sandbox'])('the pictures of %s are there', (place) => {
	const root = path.resolve(__dirname, '../../..');
	const pages = place.endsWith('.md')
		? [place]
		: readdirSync(path.join(root, place)).flatMap((name) =>
				name.endsWith('.md') ? [`${place}/${name}`] : [],
			);
	const missing = pages.flatMap((file) =>
		[...readFileSync(path.join(root, file), 'utf8').matchAll(/ src(?:set)?="([^"]+)"/g)]
			// The sandbox's README is packed too, so its pictures have their address in the repository.
			.map(([, target = '']) => target.split('/raw/main/')[1] ?? path.join(path.dirname(file), target))
			.filter((target) => !existsSync(path.join(root, target))),
	);
	expect(pages.length).toBeGreaterThan(0);
	expect(missing).toEqual([]);
});
