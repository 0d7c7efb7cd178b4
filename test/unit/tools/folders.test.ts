/** A folder holds one stage or one subject, so few files lie on one level. */
import { readdirSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../../..');
const MOST_FILES = 14;

const left = ['node_modules', 'dist', 'build', 'versions'];

function folders(folder: string): string[] {
	const inside = readdirSync(path.join(ROOT, folder), { withFileTypes: true })
		.filter((entry) => entry.isDirectory() && !left.includes(entry.name))
		.flatMap(({ name }) => folders(`${folder}/${name}`));
	return [folder, ...inside];
}

const all = ['nodes', 'credentials', 'sandbox', 'tools', 'bench', 'demo'].flatMap(folders);

it.each(all)(`%s holds at most ${MOST_FILES} files`, (folder) => {
	const files = readdirSync(path.join(ROOT, folder), { withFileTypes: true }).filter((one) => one.isFile());
	expect(files.length).toBeLessThanOrEqual(MOST_FILES);
});
