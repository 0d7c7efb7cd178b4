/** Which n8n is the newest that can be tested. */
import { manifestFor } from './manifest';
import { publishedVersions } from './published';
import { reasonOf } from './tryVersion';

const TRIES = 5;

/** A registry may lack a dependency of the very newest for a while; that version is then passed over. */
export async function newestVersion(before?: string): Promise<string> {
	const newest = (await publishedVersions()).slice(-TRIES).reverse();
	for (const version of newest) {
		try {
			await manifestFor(version, { before });
			return version;
		} catch (error) {
			console.error(`n8n ${version} cannot be installed: ${reasonOf(error)}`);
		}
	}
	throw new Error(`None of the newest versions of n8n can be installed: ${newest.join(', ')}.`);
}
