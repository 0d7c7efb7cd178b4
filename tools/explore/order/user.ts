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
	private before = 0;

	constructor(private readonly letters: Letter[]) {}

	read({ claims, promises }: Told, names: string[]): void {
		this.promises = promises;
		names.forEach((name, index) => {
			const claim = claims[index] ?? 'nothing';
			this.claims[name] = claim;
			this.lie ??= this.judge(name, claim);
		});
	}

	/** n8n was killed and has stored nothing of what the node would have said. */
	forget(): void {
		this.claims = {};
		this.promises = false;
		this.before = this.letters.length;
	}

	private judge(name: string, claim: Claim): string | undefined {
		const own = this.letters.filter(({ wanted }) => wanted === name);
		if (typeof claim === 'object') {
			return own.some(({ id }) => claim.id.includes(id)) ? undefined : 'an id is said that no letter has';
		}
		if (claim === 'other contents' && own.length === 0) return 'an order is taken for another';
		// Of one that is ordered anew, the newest counts.
		if (own.length < this.most || claim === 'not known' || claim === 'other contents') return undefined;
		const isOlder = this.letters.findLastIndex(({ wanted }) => wanted === name) < this.before;
		return `"${claim}" is said of an order that was created${isOlder ? ' before n8n was killed' : ''}`;
	}

	get state(): unknown {
		const { claims, promises, lie, most, before } = this;
		return { claims, promises, lie, most, before };
	}
}
