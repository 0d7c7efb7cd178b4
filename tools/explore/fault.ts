/** One way in which the nodes' code could be wrong. */
export interface Fault {
	name: string;
	/** The model that finds it, within the bounds of `npm test`. */
	foundBy: string;
	/** Puts it in place; gives what takes it away again. */
	plant: () => () => void;
}

/** A wrong function in place of one that a module exports, or of a method. */
export function inPlaceOf<Owner extends object, Name extends keyof Owner>(
	owner: Owner,
	name: Name,
	wrong: (right: Owner[Name]) => Owner[Name],
): Fault['plant'] {
	return () => {
		const right = owner[name];
		owner[name] = wrong(right);
		return () => {
			owner[name] = right;
		};
	};
}
