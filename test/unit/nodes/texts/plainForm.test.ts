import {
	comparableId,
	plainAddress,
	plainMessage,
} from '../../../../nodes/HandwrittenLetters/letter/validate';

describe('the form of an address', () => {
	it.each([
		['zip', '01310-100 ', '01310-100'],
		['zip', '01.310-100', '01310-100'],
		['zip', '01310 100', '01310-100'],
		['zip', '01310\u2011100', '01310-100'],
		['zip', '01310100', '01310100'],
		['zip', 1310100, '1310100'],
		['zip', '1310-100', '1310-100'],
		['zip', '01310-100 SP', '01310-100 SP'],
		['state', 'SP ', 'SP'],
		['state', ' sp\u00a0', 'SP'],
		['state', 'São Paulo', 'SP'],
		['state', ' sao  paulo', 'SP'],
		['state', 'MATO GROSSO DO SUL', 'MS'],
		['state', 'Rio Grande', 'Rio Grande'],
		['state', 'Rio', 'Rio'],
		['country', 'br ', 'BR'],
		['name', '  Jose\u0301 da\u00a0Silva\n', 'José da Silva'],
		['address_line2', null, null],
		['city', 'SÃO PAULO', 'SÃO PAULO'],
	])('%s %j is %j', (field, given, plain) => {
		expect(plainAddress({ [field]: given })).toEqual({ [field]: plain });
	});

	it.each([
		['state', 'lx', 'lx'],
		['state', 'Pará', 'Pará'],
		['zip', '01.310-100', '01.310-100'],
		['zip', ' EC1A 1BB', 'EC1A 1BB'],
	])('elsewhere %s %j is %j', (field, given, plain) => {
		expect(plainAddress({ country: 'PT', [field]: given })).toEqual({ country: 'PT', [field]: plain });
	});
});

describe('the name of a country', () => {
	it.each([
		['Brasil', 'BR'],
		['BRAZIL', 'BR'],
		['Alemanha', 'DE'],
		['Germany', 'DE'],
		['deutschland', 'DE'],
		['EUA', 'US'],
		['E.U.A.', 'US'],
		['UK', 'GB'],
		['Inglaterra', 'GB'],
		['Holanda', 'NL'],
		['Coreia do Sul', 'KR'],
		['República do Congo', 'CG'],
		['\u65e5\u672c', 'JP'],
	])('%s is its code of today', (country, code) => {
		expect(plainAddress({ country })).toEqual({ country: code });
	});

	it.each(['Congo', 'Coreia', 'Guianas', 'Ilhas Virgens', 'Alemanha Oriental', 'DE/AT', '-'])(
		'%s is no country alone, and stays',
		(country) => {
			expect(plainAddress({ country })).toEqual({ country });
		},
	);

	it('decides what its state and postal code must be like', () => {
		expect(plainAddress({ state: 'ceara', zip: '60.030-000', country: 'Brasil' })).toEqual({
			state: 'CE',
			zip: '60030-000',
			country: 'BR',
		});
		expect(plainAddress({ state: 'ceara', country: 'Portugal' })).toEqual({ state: 'ceara', country: 'PT' });
	});
});

it('keeps the no-break spaces of a message, and composes its letters', () => {
	expect(plainMessage('Me\u0301 !\u202fOui\u00a0: «\u00a0non\u00a0»\n')).toBe(
		'Mé !\u202fOui\u00a0: «\u00a0non\u00a0»\n',
	);
});

it('takes External IDs that look the same for the same, and others not', () => {
	for (const same of ['Cafe\u0301\u00a07\u20111', 'Café\u202f7\u20101'])
		expect(comparableId(same)).toBe('Café 7-1');
	for (const same of ['P-1', 'P–1', 'P—1', 'P−1', 'P‐1', 'P﹣1', ' P-1 ', '\u2007P－1'])
		expect(comparableId(same)).toBe('P-1');
	for (const other of ['p-1', 'P_1', 'P~1', '00123', '1001.0']) expect(comparableId(other)).toBe(other);
});
