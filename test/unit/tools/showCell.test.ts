/** How a workbook's numbers are shown: each as Excel in Portuguese shows it. */
import type { Manner } from '../../../examples/campaign/numberFormat';
import { formatOf } from '../../../examples/campaign/numberFormat';
import { showCell, showText } from '../../../examples/campaign/showCell';
import { english } from '../../../examples/campaign/words/english';
import { portuguese } from '../../../examples/campaign/words/portuguese';

const PT: Manner = { ...portuguese.sheet, locale: 'pt-BR', is1904: false };
const EN: Manner = { ...english.sheet, locale: 'en-US', is1904: false };

it.each<[value: number, format: string, shown: string]>([
	// Zeros, and literals between the digits.
	[123, '00000', '00123'],
	[1310100, '00000-000', '01310-100'],
	[12345678901, '000\\.000\\.000\\-00', '123.456.789-01'],
	[11987654321, '(00) 00000-0000', '(11) 98765-4321'],
	[7, '"PED-"0000', 'PED-0007'],
	[7, '0000"/26"', '0007/26'],
	[5, '0" ap"', '5 ap'],
	[13101000, '[<=99999]00000;00000-000', '13101-000'],
	[12345, '[<=99999]00000;00000-000', '12345'],
	// As they are typed.
	[123456789012, 'General', '123456789012'],
	[1234567890123456, 'General', '1,23457E+15'],
	[0.1 + 0.2, 'General', '0,3'],
	[1001, 'General', '1001'],
	[1.5, 'General', '1,5'],
	[0.00001, 'General', '1E-05'],
	[12, '@', '12'],
	// Percent, thousands, decimals, money.
	[0.125, '0%', '13%'],
	[0.125, '0.0%', '12,5%'],
	[0.9999, '0%', '100%'],
	[1234567.891, '#,##0.00', '1.234.567,89'],
	[1234, '#,##0', '1.234'],
	[12, '#,##0', '12'],
	[0, '#,##0', '0'],
	[0, '#', ''],
	[12, '0,000', '0.012'],
	[1500000, '#,##0,,"M"', '2M'],
	[1.005, '0.00', '1,01'],
	[3, '0.##', '3,'],
	[1234.5, '"R$" #,##0.00', 'R$ 1.234,50'],
	[1234.5, '[$R$-416]\\ #,##0.00', 'R$ 1.234,50'],
	[1234.5, '_-"R$"\\ * #,##0.00_-', 'R$ 1.234,50'],
	[12345, '0.00E+00', '1,23E+04'],
	[0.5, '# ?/?', '1/2'],
	[2.25, '# ??/??', '2 1/4'],
	// One format for each sign.
	[-5, '0', '-5'],
	[-5, '0;(0)', '(5)'],
	[-0.4, '0', '0'],
	[0, '0;-0;"-"', '-'],
	[5, ';;;', ''],
	[5, '[Red]0', '5'],
	// Days and hours.
	[46093, 'd/m', '12/3'],
	[46093, 'dd/mm/yyyy', '12/03/2026'],
	[46093, 'yyyy-mm-dd', '2026-03-12'],
	[46093, 'd-mmm', '12-mar'],
	[46093, '[$-416]d" de "mmmm" de "yyyy', '12 de março de 2026'],
	[46093, '[$-409]mmmm d, yyyy', 'March 12, 2026'],
	[46093, 'dddd', 'quinta-feira'],
	[46093.75, 'dd/mm/yyyy hh:mm', '12/03/2026 18:00'],
	[46093.75, 'h:mm AM/PM', '6:00 PM'],
	[1.25, '[h]:mm', '30:00'],
	[1, 'd/m/yyyy', '1/1/1900'],
	[59, 'd/m/yyyy', '28/2/1900'],
	[60, 'd/m/yyyy', '29/2/1900'],
])('%d in %s: %s', (value, format, shown) => {
	expect(showCell(value, format, PT).text.trim()).toBe(shown);
});

it('what is called by its number is each language’s own', () => {
	const days = [14, 16].flatMap((id) =>
		[PT, EN].map((manner) => showCell(46093, formatOf(id, manner), manner)),
	);
	expect(days.map(({ text }) => text)).toEqual(['12/03/2026', '3/12/2026', '12/mar', '12-Mar']);
	expect(days.every(({ isDate }) => isDate)).toBe(true);
	expect(showCell(1234.5, '#,##0.00', EN).text).toBe('1,234.50');
	expect(showCell(0.75, 'h:mm', EN)).toEqual({ text: '18:00', isDate: false });
});

it('days of old Macs begin in 1904', () => {
	expect(showCell(44631, 'dd/mm/yyyy', { ...PT, is1904: true }).text).toBe('12/03/2026');
});

it('a text may have a format, too', () => {
	expect(showText('Ana', '"Sr. "@')).toBe('Sr. Ana');
	expect(showText('7A', '0;0;0;"Nº "@')).toBe('Nº 7A');
	expect(showText('Ana', '00000')).toBe('Ana');
});
