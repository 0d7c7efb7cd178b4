/** What became of a letter: the one word that every item of an order or a check has. */
/** Every outcome with its meaning, for people, agents and AI builders. */
export const OUTCOMES = {
	ordered: 'This execution ordered it',
	ordered_before: 'It was ordered before this execution began; no second one was ordered',
	fine: 'Only checked, and nothing is to be corrected; not ordered',
	to_correct: 'Something must be corrected first; not ordered',
	not_ordered: 'Rejected by the service, or not tried; not ordered',
	other_contents: 'The service knows its key with other contents; this letter was not ordered',
	unknown: 'It may have been ordered: the service gave no clear answer',
} as const;

export type Outcome = keyof typeof OUTCOMES;
