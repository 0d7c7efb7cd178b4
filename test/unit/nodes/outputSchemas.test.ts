/** What n8n's editor is told of each operation's fields is what the contract says of them. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { ZodObject } from 'zod/v4';
import { toJSONSchema, z } from 'zod/v4';

import { HandwrittenLetters } from '../../../nodes/HandwrittenLetters/HandwrittenLetters.node';
import { OUTCOMES } from '../../../nodes/HandwrittenLetters/tell/outcome';
import { eventSchema } from '../../../nodes/HandwrittenLettersTrigger/eventShape';
import {
	batchSchema,
	cardSchema,
	styleSchema,
	templateSchema,
} from '../../../nodes/shared/contract/contract';

const FOLDER = join(__dirname, '../../../nodes/HandwrittenLetters/__schema__/v1.0.0');

interface Schema {
	type?: string;
	properties?: Record<string, Schema>;
	items?: Schema;
	anyOf?: Schema[];
}

/** Without what the editor has no use for: what may be null or absent, and what values may hold. */
function plain({ type, properties, items, anyOf }: Schema): Schema {
	const [given] = anyOf ?? [];
	if (given) return plain(given);
	return {
		type: type === 'integer' ? 'number' : type,
		...(Object.keys(properties ?? {}).length > 0 && {
			properties: Object.fromEntries(Object.entries(properties ?? {}).map(([name, of]) => [name, plain(of)])),
		}),
		...(items && { items: plain(items) }),
	};
}

/** What the node adds to the answer to an order. */
const added = {
	outcome: z.enum(Object.keys(OUTCOMES)),
	idempotency_key: z.string(),
	problems: z.array(z.string()),
	warnings: z.array(z.string()),
};

// `events` comes with the detailed read only.
const orderedCard = cardSchema.omit({ events: true }).extend(added);

const given: Record<string, ZodObject> = {
	// Items have the fields of a letter in every operation that orders.
	'batch/create': batchSchema
		.extend(cardSchema.pick({ id: true, external_id: true, estimated_posting_at: true }).shape)
		.extend(added),
	'card/create': orderedCard,
	'card/createFromCheck': orderedCard,
	'card/get': cardSchema,
	'style/getMany': styleSchema,
	'template/getMany': templateSchema,
};

it.each(Object.entries(given))('%s', (operation, schema) => {
	const file = JSON.parse(readFileSync(join(FOLDER, `${operation}.json`), 'utf8')) as Schema & {
		version: number;
	};
	expect(file).toEqual({ ...plain(toJSONSchema(schema) as Schema), version: 1 });
});

it('an event of the trigger', () => {
	const path = '../../../nodes/HandwrittenLettersTrigger/__schema__/v2.0.0.json';
	const file = JSON.parse(readFileSync(join(__dirname, path), 'utf8')) as Schema;
	expect(file).toEqual({ ...plain(toJSONSchema(eventSchema) as Schema), version: 1 });
});

it('every operation has one', () => {
	const { properties } = new HandwrittenLetters().description;
	const operations = properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ options = [], displayOptions }) => {
			const [resource] = displayOptions?.show?.resource ?? [];
			return options.flatMap((option) => ('value' in option ? `${resource as string}/${option.value}` : []));
		});
	expect(operations.sort()).toEqual(Object.keys(given));
	for (const operation of operations) expect(existsSync(join(FOLDER, `${operation}.json`))).toBe(true);
});
