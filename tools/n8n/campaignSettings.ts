/** The node Settings of the campaign, as its user fills it in. */
interface Assignment {
	name: string;
	value: string;
}

/** What to change in it: some of its fields have other values. */
export function campaignSettings(
	settings: { parameters: Record<string, unknown> },
	values: Record<string, string>,
): { assignments: { assignments: Assignment[] } } {
	const { assignments } = settings.parameters.assignments as { assignments: Assignment[] };
	const unknown = Object.keys(values).filter((name) => !assignments.some((one) => one.name === name));
	if (unknown.length > 0) throw new Error(`Settings has no ${unknown.join(', ')}.`);
	return {
		assignments: {
			assignments: assignments.map((one) => ({ ...one, value: values[one.name] ?? one.value })),
		},
	};
}
