import { describeOdd } from '../../../../nodes/HandwrittenLetters/check/oddText';

describe('a text that is probably not meant', () => {
	it.each([
		['Oi %NOME%', '%NOME%', 'a placeholder'],
		['Oi<br>Ana', '<br>', 'an HTML tag'],
		['<p class="a">Oi</p>', '<p class="a">', 'an HTML tag'],
		[String.raw`Oi\nAna`, String.raw`\n`, 'a line break that was not made'],
		['Oi **Ana**, obrigado', '**Ana**', 'Markdown'],
		['Oi,\n## Obrigado', '## O', 'Markdown'],
		['```\nOi', '```', 'Markdown'],
		['Oi _____, obrigado', '_____', 'a blank to fill in'],
		['Oi XXXX!', 'XXXX', 'a blank to fill in'],
		['Oi , obrigado', 'i ,', 'a space before a comma'],
		['Em 2026-12-01T09:00:00.000-03:00', '2026-12-01T09:00:00.000-03:00', 'a date as programs write it'],
		['São R$ 0.30000000000000004', '0.30000000000000004', 'a number with too many digits'],
	])('%s', (text, found, what) => {
		expect(describeOdd(text)).toEqual([`has "${found}", which looks like ${what}`]);
	});
});

it.each([
	...['1 < 2 e 3 > 2', 'a & b;', 'Tom & Jerry; ok', '5 < x', '10% de desconto, 20% à vista', 'R$ 1.234,56'],
	...['*** 5 estrelas ***', 'Nº # 1', 'XXX Congresso', 'ana_maria', '2 ** 3'],
	...['[…]', '[1]', 'Oi, Ana', '(ver nota)', '«Oui»', '3,14159', '2026-12-01', 'C:\\temp', 'Ana <3'],
])('says nothing of %s', (text) => {
	expect(describeOdd(text)).toEqual([]);
});
