import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';

import { ParameterReader } from '../../../nodes/HandwrittenLetters/letter/parameterReader';

describe('ParameterReader', () => {
	/** What n8n was asked to evaluate, as `name of item`. */
	let evaluated: string[];
	/** What n8n answers; nothing to any other expression. */
	const answers = new Map<string, unknown>();
	const readerOf = (parameters: INodeParameters, items: object[]) => {
		evaluated = [];
		const context = {
			getInputData: () => items.map((json) => ({ json })),
			getNodeParameter: (
				name: string,
				itemIndex: number,
				fallback: unknown,
				options: { rawExpressions?: boolean; extractValue?: boolean } = {},
			) => {
				// As n8n does in a retry, where the stored parameters do not show the field.
				if (options.extractValue) throw new Error(`Could not find property for "${name}"`);
				if (!(name in parameters)) return fallback;
				if (options.rawExpressions) return parameters[name];
				evaluated.push(`${name} of ${itemIndex}`);
				return typeof parameters[name] === 'object' ? parameters[name] : `${name} by n8n`;
			},
			evaluateExpression: (expression: string, itemIndex: number) => {
				evaluated.push(`${expression} of ${itemIndex}`);
				return answers.get(expression) ?? null;
			},
		};
		return new ParameterReader(context as unknown as IExecuteFunctions);
	};

	it('asks n8n once for a parameter that is the same for every item', () => {
		const reader = readerOf({ city: 'Recife', extra: { pairs: [{ key: 'a', value: '1' }] } }, [{}, {}]);
		for (const index of [0, 1]) for (const name of ['city', 'extra']) reader.read(name, index);
		expect(evaluated).toEqual(['city of 0', 'extra of 0']);
	});

	it('does not ask n8n for what stands in the item', () => {
		const style = { __rl: true, mode: 'id', value: '={{ $json.style }}' };
		const reader = readerOf({ city: '={{ $json.city }}', style }, [
			{ city: 'Recife', style: 'sty_casual' },
			{ city: 'Olinda', style: 'sty_classic' },
		]);
		expect(
			[0, 1].map((index) => [reader.read('city', index), reader.readField('style', index, true)]),
		).toEqual([
			['Recife', { value: 'sty_casual', byExpression: true }],
			['Olinda', { value: 'sty_classic', byExpression: true }],
		]);
		expect(evaluated).toEqual([]);
	});

	it('takes the value of a locator itself: n8n finds none where a field is not shown any more', () => {
		const reader = readerOf({ style: { __rl: true, mode: 'id', value: 'sty_casual' } }, [{}]);
		expect(reader.readField('style', 0, true)).toEqual({ value: 'sty_casual', byExpression: false });
	});

	it('gives whole what is no text and no locator', () => {
		const style = { mode: 'id', value: 'sty_casual' };
		const asked = { mode: 'id', value: '={{ $json.style }}' };
		const reader = readerOf({ style, asked, nothing: null, text: style }, [{ style: 'sty_classic' }]);
		expect([reader.read('style', 0), reader.read('asked', 0)]).toEqual([style, asked]);
		expect(reader.readField('text', 0)).toEqual({ value: style, byExpression: false });
		expect(reader.read('nothing', 0)).toBeNull();
		expect(reader.read('missing', 0)).toBe('');
	});

	it('takes a locator as it is where it is none', () => {
		const [onlyMode, onlyValue] = [{ mode: 'id' }, { value: 'sty_casual' }];
		const reader = readerOf({ onlyMode, onlyValue, nothing: null, text: '={{ $json.style }}' }, [
			{ style: 'sty_casual' },
		]);
		expect(
			['onlyMode', 'onlyValue', 'nothing', 'text'].map((name) => reader.readField(name, 0, true)),
		).toMatchObject([onlyMode, onlyValue, null, 'sty_casual'].map((value) => ({ value })));
		expect(evaluated).not.toContain('text of 0');
	});

	it('leaves to n8n what begins as an expression and holds none', () => {
		const reader = readerOf({ message: '=Oi' }, [{}]);
		expect(reader.readField('message', 0)).toEqual({ value: 'message by n8n', byExpression: true });
	});

	it('tells a fixed text from one that an expression made', () => {
		const reader = readerOf({ city: '{{ $json.city }} {{', state: '={{ $json.state }}' }, [{ state: 'PE' }]);
		expect([reader.readField('city', 0), reader.readField('state', 0)]).toEqual([
			{ value: 'city by n8n', byExpression: false },
			{ value: 'PE', byExpression: true },
		]);
	});

	it('reads a text of several parts piece by piece, asking n8n for what is no plain reference', () => {
		const message = '=Oi {{ $json.name }}, {{ $json.name.trim() }}{{ $json.city }}!';
		const reader = readerOf({ message }, [{ name: 'Ana', city: null }]);
		expect(reader.readField('message', 0)).toEqual({
			pieces: [
				'Oi ',
				{ expression: '{{ $json.name }}', value: 'Ana' },
				', ',
				{ expression: '{{ $json.name.trim() }}', value: null },
				{ expression: '{{ $json.city }}', value: null },
				'!',
			],
		});
		expect(evaluated).toEqual(['{{ $json.name.trim() }} of 0']);
	});

	it('says of each part whether its own expression may give nothing', () => {
		const [optional, fallback, other] = [
			"{{ $json.vip ? 'PS' : '' }}",
			'{{ $json.ps ?? "" }}',
			'{{ $json.ps }}',
		];
		const reader = readerOf({ message: `=${optional}${fallback}${other}` }, [{}]);
		answers.set(optional, 'PS');
		expect(reader.readField('message', 0)).toEqual({
			pieces: [
				{ expression: optional, value: 'PS', mayBeNothing: true },
				{ expression: fallback, value: null, mayBeNothing: true },
				{ expression: other, value: null },
			],
		});
		answers.delete(optional);
		expect(evaluated).toEqual([optional, fallback, other].map((one) => `${one} of 0`));
	});

	it('says of one expression alone whether it may give nothing', () => {
		const reader = readerOf({ ps: "={{ $json.ps ?? '' }}", name: '={{ $json.name.trim() }}' }, [{}]);
		expect(reader.readField('ps', 0)).toEqual({ value: 'ps by n8n', byExpression: true, mayBeNothing: true });
		expect(reader.readField('name', 0)).toEqual({ value: 'name by n8n', byExpression: true });
	});

	it('leaves own words with a backslash to n8n, which reads them otherwise', () => {
		const reader = readerOf({ message: String.raw`=C:\\ {{ $json.name }}` }, [{ name: 'Ana' }]);
		expect(reader.readField('message', 0)).toMatchObject({ whole: 'message by n8n' });
	});

	it('asks n8n for each item where it must: other expressions, missing values, whole locators', () => {
		const extra = { pairs: [{ key: 'a', value: '={{ $itemIndex }}' }] };
		const reader = readerOf(
			{ message: '={{ $json.name.trim() }}', city: '={{ $json.city }}', style: '={{ $json.style }}', extra },
			[{}, { city: 'Olinda', style: { __rl: true, mode: 'id', value: 'sty_casual' } }],
		);
		for (const index of [0, 1]) {
			for (const name of ['message', 'city', 'extra']) reader.read(name, index);
			reader.readField('style', index, true);
		}
		expect(evaluated).toEqual([
			'message of 0',
			'city of 0',
			'extra of 0',
			'style of 0',
			'message of 1',
			'extra of 1',
			'style of 1',
		]);
	});
});
