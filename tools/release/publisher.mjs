/**
 * Writes who publishes the packages, from publisher.json beside it, into both package.json files, both
 * licences and every link to the repository that is published. Once that is a real name, the documents no
 * longer say that the packages are not on npm. Plain JavaScript, so that the publishing workflow can check
 * it before it installs anything.
 *
 *     npm run publisher             writes
 *     npm run publisher -- --check  writes nothing; fails while something is a placeholder or differs
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PLACE = 'tools/release/publisher.json';
const MANIFESTS = ['package.json', 'sandbox/package.json'];
/** Published, with links to the repository. */
const LINKING = [
	'credentials/HandwrittenLettersApi.credentials.ts',
	'nodes/HandwrittenLetters/HandwrittenLetters.node.json',
	'nodes/HandwrittenLettersTrigger/HandwrittenLettersTrigger.node.json',
];
const LICENCES = ['LICENSE', 'sandbox/LICENSE'];
/** What stands there until the packages are published, and what takes its place. */
const UNTIL_PUBLISHED = [
	/<!-- until published -->[^]*?<!-- once published(?:: ([^]*?))? *-->/g,
	/# until published[^\n]*\n[^]*?# once published(?:: (.*))?$/gm,
];
const PLACEHOLDER_ADDRESS = 'https://github.com/n8n-nodes-handwritten-letters/n8n-nodes-handwritten-letters';
const PLACEHOLDERS = {
	name: /^The n8n-nodes-handwritten-letters authors$/,
	email: /\.example$/,
	repository: /^https:\/\/github\.com\/n8n-nodes-handwritten-letters\//,
};
const FORMS = {
	name: /\S/,
	email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
	repository: /^https:\/\/github\.com\/[\w-]+\/[\w.-]+(?<!\.git)$/,
};

const root = new URL('../../', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');
const publisher = JSON.parse(read(PLACE));
/** They say how to install what is not on npm yet. */
const DOCUMENTS = JSON.parse(read('tools/release/documents.json'));

/** What a file has to be. */
function filled(path) {
	if (path === PLACE) return asJson(publisher);
	const text = read(path);
	if (LICENCES.includes(path)) return text.replace(/(?<=^Copyright \(c\) \d{4} ).*/m, () => publisher.name);
	const stale = [repositoryIn(read(MANIFESTS[0])), PLACEHOLDER_ADDRESS].map(escaped).join('|');
	const linked = text.replaceAll(new RegExp(`(${stale})(?=[#/".'])`, 'g'), publisher.repository);
	if (DOCUMENTS.includes(path)) return placeholders.length > 0 ? text : published(linked);
	if (!MANIFESTS.includes(path)) return linked;
	const manifest = JSON.parse(linked);
	manifest.author = { name: publisher.name, email: publisher.email };
	return asJson(manifest);
}

/** In a checkout, `npm run sandbox` does what npx does with the name of the package. */
function published(document) {
	return UNTIL_PUBLISHED.reduce(
		(text, block) => text.replaceAll(block, (_, instead = '') => instead.trimEnd()),
		document,
	).replaceAll(/npm run sandbox( --(?= ))?/g, 'npx handwritten-letters-sandbox');
}

const asJson = (value) => `${JSON.stringify(value, null, 2)}\n`;
const repositoryIn = (manifest) => JSON.parse(manifest).repository.url.replace(/^git\+|\.git$/g, '');
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const badlyFormed = Object.entries(FORMS)
	.filter(([field, form]) => !form.test(publisher[field] ?? ''))
	.map(([field]) => `"${field}" in ${PLACE} is not a usable value: ${JSON.stringify(publisher[field])}`);
if (badlyFormed.length > 0) fail(badlyFormed);

const placeholders = Object.entries(PLACEHOLDERS)
	.filter(([field, placeholder]) => placeholder.test(publisher[field]))
	.map(([field]) => `"${field}" in ${PLACE} is still the placeholder ${JSON.stringify(publisher[field])}`);
const outdated = [PLACE, ...MANIFESTS, ...LINKING, ...LICENCES, ...DOCUMENTS].filter(
	(path) => filled(path) !== read(path),
);

if (process.argv.includes('--check')) {
	fail([
		...placeholders,
		...outdated.map((path) => `${path} does not agree with ${PLACE}: run npm run publisher`),
		...elsewhere(process.env.GITHUB_REPOSITORY),
	]);
} else {
	// All texts first: each is made from the address that package.json has now.
	const texts = outdated.map((path) => [path, filled(path)]);
	for (const [path, text] of texts) writeFileSync(fileURLToPath(new URL(path, root)), text);
	const laidOut = outdated.filter((path) => !LICENCES.includes(path));
	if (laidOut.length > 0) layOut(laidOut);
	console.log(outdated.length === 0 ? 'Everything agrees already.' : `Changed: ${outdated.join(', ')}`);
}

/** Where Prettier breaks a line depends on the length of the address in it. */
function layOut(paths) {
	const prettier = ['node_modules/prettier/bin/prettier.cjs', '--write', '--log-level', 'warn'];
	execFileSync(process.execPath, [...prettier, ...paths], { cwd: fileURLToPath(root), stdio: 'inherit' });
}

/** On GitHub: npm compares the address in the package with that of the workflow. */
function elsewhere(repository) {
	if (repository === undefined || publisher.repository.endsWith(`github.com/${repository}`)) return [];
	return [`this workflow runs in ${repository}, but ${PLACE} names ${publisher.repository}`];
}

function fail(problems) {
	for (const problem of problems) console.error(problem);
	if (problems.length > 0) process.exit(1);
}
