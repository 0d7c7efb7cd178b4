/**
 * The text that a field gives is what n8n itself makes of the field, or none: whatever is not refused is
 * written as it stands, but for a sentence that was left out on purpose (emptiness.ts).
 */
import fc from 'fast-check';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { ParameterReader } from '../../../nodes/HandwrittenLetters/letter/parameterReader';
import { readText } from '../../../nodes/HandwrittenLetters/letter/textRules';
import { triggerWorkflow } from '../../../tools/engine/engine';
import { credentialFor } from '../../support/peers/scriptedService';

const workflow = triggerWorkflow({ parameters: {}, credential: credentialFor('http://service.example/v1') });

function evaluate(value: string, json: IDataObject): unknown {
	return workflow.expression.getParameterValue(value, null, 0, 0, 'Letters', [{ json }], 'trigger', {});
}

/** What the node reads a field from, with n8n's own expressions. */
function contextOf(message: string, json: IDataObject): IExecuteFunctions {
	return {
		getInputData: () => [{ json }],
		getNodeParameter: (
			_name: string,
			_item: number,
			_none: unknown,
			options?: { rawExpressions?: boolean },
		) => (options?.rawExpressions ? message : evaluate(message, json)),
		evaluateExpression: (expression: string) => evaluate(`=${expression}`, json),
	} as unknown as IExecuteFunctions;
}

/** Undefined where the field is refused, by the node or by n8n itself. */
function textOf(message: string, json: IDataObject): string | undefined {
	try {
		const field = new ParameterReader(contextOf(message, json)).readField('message', 0);
		return readText(field, 'Message', []);
	} catch {
		return undefined;
	}
}

const words = fc.oneof(
	fc.constantFrom('Oi ', ', ', '\n', '{', '}', '\\', '\\\\', '$', '"', "'", '}}', '{ {', 'ção', '=', '. '),
	fc.string({ unit: 'grapheme', maxLength: 6 }),
);
const expressions = fc.oneof(
	{ weight: 4, arbitrary: fc.constantFrom('{{ $json.a }}', '{{$json.b}}', '{{ $json["a"] }}') },
	{
		weight: 2,
		arbitrary: fc.constantFrom('{{ $json.a + $json.b }}', '{{ $json.a ?? "x" }}', '{{ `${$json.b}` }}'),
	},
	{
		weight: 1,
		arbitrary: fc.constantFrom('{{ $json.c.d }}', '{{ [$json.a] }}', '{{ { a: 1 } }}', '{{ $json.a === 1 }}'),
	},
);
const value = fc.oneof(
	{ weight: 8, arbitrary: fc.string({ minLength: 1, maxLength: 8 }) },
	{ weight: 2, arbitrary: fc.integer() },
	{ weight: 1, arbitrary: fc.oneof(fc.double(), fc.constantFrom(null, '', true)) },
);
const item = fc.record({ a: value, b: value, c: fc.oneof(value, fc.record({ d: value })) });

it('is n8n’s own evaluation of the field', () => {
	let read = 0;
	fc.assert(
		fc.property(fc.array(fc.oneof(words, expressions), { maxLength: 5 }), item, (parts, json) => {
			const message = `=${parts.join('')}`;
			const text = textOf(message, json);
			if (text === undefined) return;
			read += 1;
			expect(text).toBe([evaluate(message, json as IDataObject)].join(''));
		}),
		{ numRuns: 200 },
	);
	expect(read).toBeGreaterThan(40);
});
