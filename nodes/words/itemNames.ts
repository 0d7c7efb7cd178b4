/** Input items as people name them: counted from 1, with the line of the sheet they came from. */
import type { INodeExecutionData } from 'n8n-workflow';

/** More are counted, not named. */
const MOST_NAMED = 20;

export class ItemNames {
	/** @param round Of a loop, counted from 1, and not given for the first: each has an item 1. */
	constructor(
		private readonly items: ReadonlyArray<Pick<INodeExecutionData, 'json'>>,
		private readonly round?: number,
	) {}

	get count(): number {
		return this.items.length;
	}

	/** n8n's Google Sheets gives it; nothing else says where an item stood. */
	lineOf(itemIndex: number): number | undefined {
		const line = this.items[itemIndex]?.json.row_number;
		return typeof line === 'number' && Number.isInteger(line) ? line : undefined;
	}

	/** For example "item 2", "item 7 (line 8)", "items 2 (line 3) and 5 (line 6)", "items 1 to 5 of round 2". */
	of(itemIndexes: readonly number[], most = MOST_NAMED): string {
		const [first = 0, ...others] = itemIndexes;
		const names = itemIndexes.map((one) => this.nameOf(one));
		const several = () => this.range(itemIndexes) ?? `items ${joinNames(names, most)}`;
		return (others.length === 0 ? `item ${this.nameOf(first)}` : several()) + this.roundOf(itemIndexes);
	}

	/** A line says enough. */
	roundOf(itemIndexes: readonly number[]): string {
		const haveLines = itemIndexes.every((itemIndex) => this.lineOf(itemIndex) !== undefined);
		return this.round === undefined || haveLines ? '' : ` of round ${this.round}`;
	}

	private nameOf(itemIndex: number): string {
		const line = this.lineOf(itemIndex);
		return line === undefined ? String(itemIndex + 1) : `${itemIndex + 1} (line ${line})`;
	}

	/** Three or more that follow each other, in their sheet too if they have lines. */
	private range(itemIndexes: readonly number[]): string | undefined {
		const [first = 0] = itemIndexes;
		const line = this.lineOf(first);
		const isNext = (itemIndex: number, index: number) =>
			itemIndex === first + index &&
			this.lineOf(itemIndex) === (line === undefined ? undefined : line + index);
		if (itemIndexes.length < 3 || !itemIndexes.every(isNext)) return undefined;
		const last = itemIndexes.length - 1;
		const lines = line === undefined ? '' : ` (lines ${line} to ${line + last})`;
		return `items ${first + 1} to ${first + last + 1}${lines}`;
	}
}

/** For example "1 letter", "2 batches". */
export const count = (number: number, one: string, many = `${one}s`): string =>
	`${number} ${number === 1 ? one : many}`;

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** For example "7, 12 and 20", "7, 12, 20 and 9 more"; never "and 1 more", which is as long as its name. */
export function joinNames(names: readonly string[], most: number): string {
	const more = names.length - most;
	if (more > 1) return `${names.slice(0, most).join(', ')} and ${more} more`;
	return [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ');
}
