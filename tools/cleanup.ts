/** What ends the things that were started: all of them, the last one first, even where one fails. */
type End = () => Promise<unknown>;

export class Cleanups {
	private readonly ends: End[] = [];

	add(end: End): void {
		this.ends.push(end);
	}

	/** @throws whatever failed, once everything else has ended. */
	async run(): Promise<void> {
		const failures: unknown[] = [];
		for (const end of this.ends.splice(0).reverse()) {
			await end().catch((error: unknown) => failures.push(error));
		}
		if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be ended.');
	}
}
