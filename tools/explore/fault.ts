/** One way in which the nodes' code could be wrong. */
export interface Fault {
	name: string;
	/** Below `nodes/`. */
	file: string;
	/** Must be there, once. */
	now: string;
	then: string;
	/** The model that finds it, within the bounds of `npm test`. */
	foundBy: string;
}
