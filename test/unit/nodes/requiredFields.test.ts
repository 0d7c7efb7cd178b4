/**
 * n8n counts a field as shown for every value that an expression may have, and refuses a workflow in which
 * a required one of these is empty. So a field that depends on another is never required: the node says it.
 */
import { HandwrittenLetters } from '../../../nodes/HandwrittenLetters/HandwrittenLetters.node';

const { properties } = new HandwrittenLetters().description;

it('no field that depends on more than the operation is required', () => {
	const required = properties.filter((property) => property.required);
	expect(required).not.toEqual([]);
	for (const { name, displayOptions } of required) {
		const others = Object.keys(displayOptions?.show ?? {}).filter(
			(on) => !['resource', 'operation'].includes(on),
		);
		expect([name, others]).toEqual([name, []]);
	}
});
