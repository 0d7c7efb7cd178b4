/**
 * From 2.29 on, n8n writes the messages of our errors to its log, where everybody on call reads it: nothing that
 * a letter says may stand there. Looked for is what was ordered, and of what the node or the service refused
 * names, streets and External IDs, as far as n8n has saved the execution.
 */
import type { Letter } from '../../sandbox/src/library/types';
import type { Scene } from '../../tools/n8n/scenes/scene';

/** In the items of the tests, and in the forms and sheets of the examples. */
const STREET = /^(address_line|street|complement|endereço)/i;
const NAME = /^(name|nome)$/i;

const isOfRecipient = (object: Record<string, unknown>): boolean =>
	Object.keys(object).some((key) => STREET.test(key));

/** What is shorter, or has no letter, is in any log: as part of a port, a time or a name of n8n's own. */
const isTelling = (line: string): boolean => line.length >= 5 && /\p{L}/u.test(line);

/** A longer text would perhaps be quoted in part. */
const LONGEST = 20;

const textsOf = ({ external_id, request: { to, message } }: Letter): unknown[] => [
	external_id,
	message,
	to.name,
	to.address_line1,
	to.address_line2,
];

/** The lines of letters that stand in it, cut short. */
export async function linesOfLettersInLog(scene: Scene): Promise<string[]> {
	const stored = (await scene.storedExecutions()).flatMap((execution) => execution.objects());
	const texts = [
		...(await scene.letters()).flatMap(textsOf),
		...stored
			.filter(isOfRecipient)
			.flatMap((object) => Object.entries(object))
			.flatMap(([key, value]) => (NAME.test(key) || STREET.test(key) ? [value] : [])),
		...stored.map(({ external_id }) => external_id),
	].filter((text) => typeof text === 'string');
	const lines = texts.flatMap((text) => text.split(/\r?\n/)).map((line) => line.trim().slice(0, LONGEST));
	const log = scene.log();
	return [...new Set(lines)].filter((line) => isTelling(line) && log.includes(line));
}
