/**
 * Writes what the nodes give as n8n's editor reads it: it offers the fields before the first run. Made
 * from the built nodes, so that a schema stands in one place.
 */
const { mkdirSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { toJSONSchema } = require('zod/v4');

/** Without what the editor has no use for: what may be null or absent, and what values may hold. */
function plain({ type, properties, items, anyOf }) {
	if (anyOf) return plain(anyOf[0]);
	const fields = Object.entries(properties ?? {})
		.map(([name, of]) => [name, plain(of)])
		// Anything at all, such as the input item.
		.filter(([, { type: known }]) => known !== undefined);
	return {
		type: type === 'integer' ? 'number' : type,
		...(fields.length > 0 && { properties: Object.fromEntries(fields) }),
		...(items && { items: plain(items) }),
	};
}

/** @param dist The folder of the built package. */
exports.writeOutputSchemas = (dist) => {
	const nodes = join(dist, 'nodes');
	const { outputSchemas } = require(join(nodes, 'HandwrittenLetters/operations/operations.js'));
	const { eventSchema } = require(join(nodes, 'HandwrittenLettersTrigger/events.js'));
	const files = Object.entries(outputSchemas).map(([operation, schema]) => [
		`HandwrittenLetters/__schema__/v1.0.0/${operation}.json`,
		schema,
	]);
	files.push(['HandwrittenLettersTrigger/__schema__/v2.0.0.json', eventSchema]);
	for (const [name, schema] of files) {
		const path = join(nodes, name);
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(path, JSON.stringify({ ...plain(toJSONSchema(schema)), version: 1 }));
	}
};
