/** The demo's story: the letters' ways through the service, and its checks. */
import { CARD_EVENTS } from '../nodes/contract/contract';
import type { SandboxClient } from '../tools/sandboxClient';

/** What the sandbox's control API shows of a letter, as far as it is needed here. */
export interface SandboxLetter {
	id: string;
	status: string;
	request: { to: { name: string; city: string } };
}

export interface ReceivedEvent {
	event: string;
	letterId: string;
	status: string;
}

/** Where each letter ends, in the order sent. */
const ENDINGS = ['delivered', 'delivered', 'returned'] as const;

function expectedEvents(ending: string): string[] {
	return ['card.created', 'card.written', 'card.shipped', `card.${ending}`];
}

export const EXPECTED_EVENT_COUNT = ENDINGS.flatMap(expectedEvents).length;

export async function bringToTheirEnds(sandbox: SandboxClient, ids: string[]): Promise<void> {
	for (const [index, id] of ids.entries()) {
		const ending = ENDINGS[index];
		if (ending) await sandbox.control('POST', `/cards/${id}/advance`, { to: ending });
	}
}

export async function lettersOf(sandbox: SandboxClient): Promise<SandboxLetter[]> {
	return (await sandbox.control<{ cards: SandboxLetter[] }>('GET', '/cards')).cards;
}

/** Everything that is not as it should be; empty when all is well. */
export function check(ids: string[], letters: SandboxLetter[], received: ReceivedEvent[]): string[] {
	const problems: string[] = [];
	if (ids.length !== ENDINGS.length || new Set(ids).size !== ids.length) {
		problems.push(`n8n should have ${ENDINGS.length} different letter ids, but has: ${ids.join(', ')}`);
	}
	if (letters.length !== ENDINGS.length) {
		problems.push(`the service should have ${ENDINGS.length} letters, but has ${letters.length}`);
	}
	for (const [index, ending] of ENDINGS.entries()) {
		const letter = letters.find(({ id }) => id === ids[index]);
		if (!letter) {
			problems.push(`letter ${index + 1} is not known to the service`);
			continue;
		}
		if (letter.status !== ending) {
			problems.push(`letter ${letter.id} should be ${ending}, but is ${letter.status}`);
		}
		const events = eventsOf(letter.id, received);
		const expected = expectedEvents(ending);
		if ([...events].sort().join() !== [...expected].sort().join()) {
			problems.push(
				`letter ${letter.id} should have brought each of ${expected.join(', ')} once, but brought ${events.join(', ') || 'nothing'}`,
			);
		}
	}
	return problems;
}

export function summary(ids: string[], letters: SandboxLetter[], received: ReceivedEvent[]): string {
	const rows = ids.map((id) => {
		const letter = letters.find((one) => one.id === id);
		const to = letter?.request.to;
		return [
			id,
			to ? `${to.name}, ${to.city}` : '?',
			letter?.status ?? 'unknown',
			eventsOf(id, received)
				.map((event) => event.replace('card.', ''))
				.join(', '),
		];
	});
	return table([['Letter', 'Recipient', 'Status', 'Events received'], ...rows]);
}

/** In the letter's own order: deliveries may overtake each other. */
function eventsOf(id: string, received: ReceivedEvent[]): string[] {
	const order: readonly string[] = CARD_EVENTS;
	return received
		.filter(({ letterId }) => letterId === id)
		.map(({ event }) => event)
		.sort((a, b) => order.indexOf(a) - order.indexOf(b));
}

function table(rows: string[][]): string {
	const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
	const lines = rows.map((row) =>
		row
			.map((cell, i) => cell.padEnd(widths[i] ?? 0))
			.join('   ')
			.trimEnd(),
	);
	lines.splice(1, 0, widths.map((width) => '-'.repeat(width)).join('   '));
	return lines.map((line) => `  ${line}`).join('\n');
}
