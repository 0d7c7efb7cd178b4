/** The verbs `snapshot` and `restore`. */
import { writeFile } from 'node:fs/promises';

import { ClientError } from '../client/controlClient';
import { UsageError } from '../commandLine';
import { readJson } from './readJson';
import type { Scene } from './verb';

export async function snapshot({ client, given, output }: Scene): Promise<void> {
	const [file] = given.positionals;
	const taken = await client.snapshot();
	if (file === undefined) {
		output.show(taken, (one) => JSON.stringify(one));
		return;
	}
	try {
		await writeFile(file, `${JSON.stringify(taken)}\n`);
	} catch (error) {
		throw new ClientError(`${file} cannot be written: ${(error as Error).message}`);
	}
	output.show({ file }, () => `The snapshot is in ${file}`);
}

export async function restore({ client, given, output }: Scene): Promise<void> {
	const [file] = given.positionals;
	if (file === undefined) throw new UsageError('restore needs the FILE of a snapshot');
	const restored = await client.restore(await readJson(file));
	output.show(restored, ({ cards, deliveries }) => `Restored: letters ${cards}, deliveries ${deliveries}`);
}
