/**
 * What must not reach paper: gaps and words that an expression left, characters lost in a wrong
 * encoding, dates that are none. Every expression runs in n8n's engine; nothing may be sent.
 */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { runLetters } from '../../support/letterRuns';
import { withSandbox } from '../../support/withSandbox';

const letter: INodeParameters = {
	resource: 'card',
	operation: 'create',
	name: 'Ana Lima',
	addressLine1: 'Rua A, 1',
	city: 'Recife',
	state: 'PE',
	zip: '50030-230',
	country: 'BR',
	message: 'Oi',
};
const item = {
	Nome: '',
	vip: false,
	nested: { a: 1 },
	lost: 'Jos\uFFFD',
	id: ' P-7 ',
	odd: JSON.parse('{"__proto__": {"a": 1}}') as object,
};

describe('on paper', () => {
	const sandbox = withSandbox();

	const ordered = async () => {
		type Cards = { cards: Array<{ request: Record<string, unknown> }> };
		return (await sandbox.control<Cards>('GET', '/cards')).cards.map(({ request }) => request);
	};
	const order = async (parameters: INodeParameters, json: object = item) => {
		await sandbox.control('POST', '/reset');
		const items = [{ json }] as unknown as INodeExecutionData[];
		const { error, said } = await runLetters(sandbox.credential, { ...letter, ...parameters }, { items });
		return { requests: await ordered(), error: error?.message, said };
	};

	it.each<[string, INodeParameters, string]>([
		['a gap', { message: '=Oi {{ $json.Nome }}, obrigado!' }, 'Message would have a gap: {{ $json.Nome }}'],
		[
			'a gap of a missing column',
			{ message: '=Oi {{ $json["Nome Completo"] }}, obrigado!' },
			'Message would have a gap: {{ $json["Nome Completo"] }} is empty',
		],
		['a gap in the address', { addressLine2: '=ap. {{ $json.floor }}' }, 'Address Line 2 would have a gap'],
		[
			'a gap in the style',
			{ style: { __rl: true, mode: 'id', value: '=sty_{{ $json.style }}' } },
			'Style would have a gap',
		],
		['a truth value', { message: '={{ $json.vip && "Dear VIP" }}' }, 'Message must be text, but is false'],
		[
			'a truth value inside a text',
			{ message: '=Oi {{ $json.vip && "Dear VIP" }}' },
			'Message must be text, but {{ $json.vip && "Dear VIP" }} gave false',
		],
		['a missing word', { message: '={{ "Oi " + $json.x }}' }, 'Message would say "undefined"'],
		['a date that is none', { message: '=Em {{ DateTime.fromISO("x") }}' }, 'Message must be text, but'],
		[
			'a date in a sentence',
			{ message: '=Até {{ $now }}!' },
			'Message would have a date as programs write it',
		],
		[
			'a JavaScript date in a sentence',
			{ message: '=Até {{ new Date(0) }}!' },
			'Message would have a date as',
		],
		['lost characters', { name: '={{ $json.lost }}' }, 'Name has characters that were lost'],
		[
			'a message that nobody sees',
			{ message: '={{ "\u200b\u2060" }}' },
			'Message is empty: its expression gave',
		],
		[
			'a character that nobody sees in the External ID',
			{ externalId: '={{ "P-1\u200b" }}' },
			'External ID contains an invisible character (U+200B) at position 4: remove it, because with it this is another letter',
		],
		['a time alone', { additionalFields: { scheduleAt: '09:00' } }, 'Schedule At must be a date'],
		[
			'a date before the run',
			{ additionalFields: { scheduleAt: '2020-01-01T09:00:00' } },
			'Schedule At must not be before the start of this run',
		],
		['a state of digits', { state: '12' }, 'State must be two letters, for example SP'],
		[
			'a number in metadata that is none',
			{ additionalFields: { metadata: { values: [{ key: 'order', value: '={{ $json.x * 2 }}' }] } } },
			'Metadata "order" is NaN, which JSON cannot hold',
		],
		[
			'a key of metadata that is lost on the way',
			{ additionalFields: { metadata: { values: [{ key: '', value: '={{ $json.odd }}' }] } } },
			'Metadata has the key "__proto__", which cannot be sent: rename it',
		],
		[
			'a repeated key',
			{
				additionalFields: {
					metadata: {
						values: [
							{ key: 'a', value: '1' },
							{ key: 'a', value: '2' },
						],
					},
				},
			},
			'Metadata has the key "a" more than once',
		],
	])('never has %s', async (_case, parameters, message) => {
		const { requests, error, said } = await order(parameters);
		expect(said).toContain(message);
		expect(error).toMatch(/^Item 1.*This step ordered nothing\.$/);
		expect(requests).toEqual([]);
	});

	const maybe = (field: string) => `{{ $json.${field} ?? '' }}`;
	it.each<[string, INodeParameters, Record<string, unknown>]>([
		['a comma', { message: `=Oi Ana,\n\n${maybe('a')}\n\nAté` }, { message: 'Oi Ana,\n\nAté' }],
		['a full stop', { message: `=Oi {{ "Ana" }}. ${maybe('a')} Até.` }, { message: 'Oi Ana. Até.' }],
		['a sign', { message: `=Desconto de {{ 10 }}%${maybe('a')}` }, { message: 'Desconto de 10%' }],
		['a bracket', { message: `=({{ "Ana" }})${maybe('a')}` }, { message: '(Ana)' }],
		['an exclamation mark', { message: `=Oi! ${maybe('a')}` }, { message: 'Oi!' }],
		['a closing', { message: `=Abraços,\n${maybe('a')}\nRui` }, { message: 'Abraços,\nRui' }],
		['a line of a list', { message: `=- a\n${maybe('a')}\n- b` }, { message: '- a\n- b' }],
		['a smile', { message: `=Oi! ${maybe('a')} :)` }, { message: 'Oi! :)' }],
		[
			'a separator between others',
			{ addressLine2: `={{ "ap. 4" }}${maybe('a')} - {{ "Sé" }}` },
			{ to: { address_line2: 'ap. 4 - Sé' } },
		],
		[
			'but one separator of an address',
			{ addressLine2: `={{ "ap. 4" }} / ${maybe('a')} - {{ "Sé" }}` },
			{ to: { address_line2: 'ap. 4 - Sé' } },
		],
		...['-', '--', 'x', '.', 'N/A', 'n/a', 'não tem'].map(
			(sign): [string, INodeParameters, Record<string, unknown>] => [
				`what says "${sign}"`,
				{ addressLine2: `={{ ${JSON.stringify(sign)} ?? '' }} - {{ "Sé" }}` },
				{ to: { address_line2: 'Sé' } },
			],
		),
	])('an empty part takes with it only white space, and not %s', async (_what, parameters, wanted) => {
		expect((await order(parameters)).requests).toMatchObject([wanted]);
	});

	it.each(['-', '--', 'x', '.', 'N/A', 'n/a', 'não tem'])('has no second line that says %s', async (sign) => {
		const [request] = (await order({ addressLine2: '={{ $json.sign }}' }, { sign })).requests;
		expect(request?.to).toBeDefined();
		expect(request?.to).not.toHaveProperty('address_line2');
	});

	const ENCODED = [
		'Jo\\u00e3o',
		'Jo=C3=A3o',
		'=?UTF-8?Q?Jo=C3=A3o?=',
		'Jo%C3%A3o',
		'Jo&atilde;o',
		"D\\'Ávila",
	];
	const NO_VALUE = ['NULL', 'None', 'nan', 'NaN', 'null', 'undefined', '\\N', '#N/D'];
	it.each<[INodeParameters, object, string]>([
		[{ name: `={{ "Ana" }} (${maybe('nick')})` }, { row: 1 }, 'Name would say "Ana ()"'],
		[{ externalId: `={{ 1 }}-${maybe('b')}` }, { row: 1 }, 'External ID would say "1-"'],
		[{ message: `=Oi ${maybe('nick')}, até!` }, { row: 1 }, 'Message would say "Oi , até!"'],
		[{ message: `=O livro “${maybe('title')}” chegou` }, { row: 1 }, 'Message would say "livro “” chegou"'],
		[{ name: `={{ "Ana" }} - ${maybe('company')}` }, { row: 1 }, 'Name would say "Ana -"'],
		[{ city: `=${maybe('district')}/{{ "Recife" }}` }, { row: 1 }, 'City would say "/Recife"'],
		...NO_VALUE.flatMap((word): Array<[INodeParameters, object, string]> => [
			[{ name: '=Ana {{ $json.last }}' }, { last: word }, `"${word}"`],
			[{ addressLine1: '={{ $json.line }}' }, { line: `Rua A, ${word}` }, `"${word}"`],
			[{ message: '=Oi {{ $json.name }}!' }, { name: word }, `"${word}"`],
		]),
		...['-', '--', 'x', '.', 'N/A', 'n/a', 'não tem'].map((id): [INodeParameters, object, string] => [
			{ externalId: '={{ $json.id }}' },
			{ id },
			`External ID says "${id}", which stands for nothing`,
		]),
		...ENCODED.flatMap((word): Array<[INodeParameters, object, string]> => [
			[{ name: '={{ $json.name }}' }, { name: `${word} Lima` }, `Name is still encoded ("${word}")`],
			[{ city: '={{ $json.city }}' }, { city: word }, `City is still encoded ("${word}")`],
			[{ message: '={{ $json.text }}' }, { text: `Oi ${word}!` }, `Message is still encoded ("${word}")`],
		]),
		[{ addressLine1: '={{ $json.street }}' }, { street: 'Rua A\n1' }, 'Address Line 1 has a line break'],
		[{ city: '={{ $json.city }}' }, { city: 'São\r\nPaulo' }, 'City has a line break'],
	])('never has %j of %j, unless that is meant', async (parameters, json, message) => {
		const { requests, said } = await order(parameters, json);
		expect(said).toContain(message);
		expect(requests).toEqual([]);
		const [field = ''] = Object.keys(parameters);
		const options = { textThatIsMeant: [field] };
		expect((await order({ ...parameters, options }, json)).requests).toHaveLength(1);
	});

	it.each([
		['US', 'MA', '2134', true],
		['DE', 'SN', '4109', true],
		['ES', 'BA', '8001', true],
		['IT', 'RM', '8184', true],
		['FR', '01', '1000', true],
		['MX', 'MX', '6000', true],
		['PT', '11', '1100', false],
		['AR', 'BA', '10', false],
		['BR', 'SP', '1310100', true],
		['BR', 'PE', '1310100', false],
	])(
		'never goes to a postal code of %s in %s that is too short: %s',
		async (country, state, zip, isHinted) => {
			const { requests, said } = await order({ country, state, zip });
			expect(said).toMatch(new RegExp(`Postal Code \\(CEP\\) must have \\d digits in .*"${zip}"`));
			expect(said.includes('may have dropped the leading zero')).toBe(isHinted);
			expect(requests).toEqual([]);
			if (isHinted) expect((await order({ country, state, zip: `0${zip}` })).requests).toHaveLength(1);
		},
	);

	const sheet = { error: '#N/A' };
	it.each<[string, INodeParameters, string]>([
		[
			"a spreadsheet's error",
			{ message: '=Oi {{ $json.error }}!' },
			'Message says "#N/A", which a spreadsheet',
		],
		["a spreadsheet's error as a number", { externalId: '={{ $json.error }}' }, 'External ID says "#N/A"'],
		[
			'a merge field of a fixed text',
			{ message: 'Oi {{ $json.nome }}!' },
			'Message has the merge field {{ $json.nome }}',
		],
		['a placeholder', { message: 'Oi [Seu nome]!' }, 'Message has the placeholder [Seu nome]'],
	])('never has %s, unless that is meant', async (_case, parameters, message) => {
		const { requests, said } = await order(parameters, sheet);
		expect(said).toContain(message);
		expect(requests).toEqual([]);
		const fieldsThatMayBeEmpty = ['message', 'externalId'];
		const emptiness = await order({ ...parameters, options: { fieldsThatMayBeEmpty } }, sheet);
		expect(emptiness.requests).toEqual([]);
		const textThatIsMeant = fieldsThatMayBeEmpty;
		expect((await order({ ...parameters, options: { textThatIsMeant } }, sheet)).requests).toHaveLength(1);
	});

	it('has brackets without a word', async () => {
		const message = 'Oi Ana [1], {2, 3}: «Sim» […]';
		expect((await order({ message })).requests).toMatchObject([{ message }]);
	});

	it('has no sentence that was left out on purpose, and no double space in its place', async () => {
		const message = "=Oi Ana! {{ $json.vip ? 'Até breve!' : '' }} Obrigado. {{ $if($json.vip, 'PS', '') }}";
		expect((await order({ message }, { vip: false })).requests).toMatchObject([
			{ message: 'Oi Ana! Obrigado.' },
		]);
		expect((await order({ message }, { vip: true })).requests).toMatchObject([
			{ message: 'Oi Ana! Até breve! Obrigado. PS' },
		]);
	});

	it('has no optional field whose parts all gave nothing, and no white space in an External ID', async () => {
		const { requests } = await order({
			addressLine2: '={{ $json.block }}, {{ $json.floor }}',
			externalId: '={{ $json.id }}',
		});
		expect(requests).toHaveLength(1);
		expect(requests[0]).toMatchObject({ external_id: 'P-7' });
		expect(requests[0]?.to).not.toHaveProperty('address_line2');
	});

	it('has an External ID from which an expression removes what nobody sees, as the docs advise', async () => {
		const remove = String.raw`.replace(/\p{Default_Ignorable_Code_Point}/gu, "")`;
		const { requests } = await order({ externalId: `={{ "P-\u200b1\u00ad"${remove} }}` });
		expect(requests).toMatchObject([{ external_id: 'P-1' }]);
	});

	it.each<[string, string]>([
		['brackets that are escaped', String.raw`=a \{{ $json.id }} {{ "b" }}`],
		['a backslash', String.raw`=C:\letters\\{{ $json.nested.a }} {{ "b" }}`],
		['brackets inside an expression', String.raw`={{ "a\}}" }} b`],
		['an expression without an end', '=a {{ "b"'],
		['a list of texts', '={{ ["a"].join() }} {{ 1 }}{{ 0 }}'],
		['line ends', '=Oi\n{{ "Ana" }}\n\n{{ `a\nb` }}\n'],
	])('is exactly what n8n makes of %s', async (_case, message) => {
		const options = { fieldsThatMayBeEmpty: ['message'], textThatIsMeant: ['message'] };
		const { requests } = await order({ message, options });
		// Metadata is n8n's own evaluation of the same text.
		const metadata = { values: [{ key: 'same', value: message }] };
		const byN8n = await order({ additionalFields: { metadata } });
		expect(requests).toHaveLength(1);
		expect(requests[0]?.message).toBe((byN8n.requests[0]?.metadata as { same: string }).same);
	});
});
