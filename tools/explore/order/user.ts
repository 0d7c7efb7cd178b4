/** Who wanted the letters: what this person has been told of each, held to what has become of it. */
import type { Claim, Told } from './claims';
import type { Letter } from './letterService';

export class User {
	/** By the name of the recipient. */
	private claims: Record<string, Claim> = {};
	/** The texts say that sending the same again orders nothing twice. */
	promises = false;
	/** What was said, and is not so. */
	lie: string | undefined;
	/** So many letters may become of an order: one, and one for each time that the docs and the texts say so. */
	most = 1;
	/** How many letters there were when n8n was killed last. */
	private killedAfter = 0;
	/** How many there were when the execution began; of a called one, its caller. */
	private begunAfter = 0;
	/** Letters of earlier runs are others. */
	private anewAfter = 0;

	/** @param keepsRefused The service keeps the keys of orders that it has refused. */
	constructor(
		private readonly letters: Letter[],
		private readonly keepsRefused: boolean,
	) {}

	/** Of the orders of this run and its retries. */
	get hasTwo(): boolean {
		const counts = new Map<string, number>();
		for (const { wanted } of this.letters.slice(this.anewAfter)) {
			counts.set(wanted, (counts.get(wanted) ?? 0) + 1);
		}
		return [...counts.values()].some((count) => count > this.most);
	}

	/** @param message what the letters are to say now */
	read({ claims, promises, contradiction }: Told, names: string[], message: string): void {
		this.promises = promises;
		if (contradiction) this.lie ??= 'the words of an item say something else than its outcome';
		names.forEach((name, index) => {
			const claim = claims[index] ?? 'nothing';
			this.claims[name] = claim;
			this.lie ??= this.judge(name, claim, message);
		});
	}

	/** n8n was killed and has stored nothing of what the node would have said. */
	forget(): void {
		this.claims = {};
		this.promises = false;
		this.killedAfter = this.letters.length;
	}

	/** @param anew It is not a retry, and its letters have nothing that says that they are the same. */
	begin(anew: boolean): void {
		this.begunAfter = this.letters.length;
		if (!anew) return;
		this.anewAfter = this.letters.length;
		this.most = 1;
	}

	private judge(name: string, claim: Claim, message: string): string | undefined {
		const all = this.letters
			.map((letter, index) => ({ ...letter, index }))
			.filter(({ wanted }) => wanted === name);
		if (typeof claim === 'object') return this.judgeId(all, claim, message);
		const own = all.filter(({ index }) => index >= this.anewAfter);
		if (claim === 'ordered with other contents' || claim === 'other contents') {
			const isSo = own.length > 0 || (claim === 'other contents' && this.keepsRefused);
			return isSo ? undefined : 'an order is taken for another';
		}
		// Of one that is ordered anew, the newest counts.
		if (own.length < this.most || claim === 'not known') return undefined;
		const isOlder = (own.at(-1)?.index ?? 0) < this.killedAfter;
		return `"${claim}" is said of an order that was created${isOlder ? ' before n8n was killed' : ''}`;
	}

	private judgeId(
		all: Array<Letter & { index: number }>,
		{ id, outcome }: Exclude<Claim, string>,
		message: string,
	): string | undefined {
		const letter = all.findLast((one) => id.includes(one.id));
		if (letter === undefined) return 'an id is said that no letter has';
		if (letter.index < this.anewAfter) return 'a new order is taken for that of an earlier run';
		if (outcome === undefined) return undefined;
		if (letter.message !== message) return 'a letter that says something else is taken for the order';
		const is = letter.index < this.begunAfter ? 'ordered_before' : 'ordered';
		return is === outcome ? undefined : `"${outcome}" is said where it is "${is}"`;
	}

	get state(): unknown {
		const { claims, promises, lie, most, killedAfter, begunAfter, anewAfter } = this;
		return { claims, promises, lie, most, killedAfter, begunAfter, anewAfter };
	}
}
