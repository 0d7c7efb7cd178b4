/** Tells listeners what changed. Costs next to nothing while nobody listens. */
export const TOPICS = [
	'cards',
	'deliveries',
	'requests',
	'faults',
	'limits',
	'clock',
	'webhook',
] as const;
export type Topic = (typeof TOPICS)[number];

type Listener = (topic: Topic) => void;

export class Changes {
	private readonly listeners = new Set<Listener>();

	note(...topics: readonly Topic[]): void {
		for (const listener of this.listeners) topics.forEach(listener);
	}

	/** Returns the function that stops it. */
	listen(listener: Listener): () => void {
		this.listeners.add(listener);
		return () => void this.listeners.delete(listener);
	}
}
