import type { TextKind } from '../../../../nodes/HandwrittenLetters/letter/brokenText';
import { describeBroken } from '../../../../nodes/HandwrittenLetters/letter/brokenText';
import { inFull } from '../../../../nodes/words/refusal';

const said = (text: string, kind?: TextKind): string | undefined => {
	const fault = describeBroken(text, kind);
	return fault && inFull(fault);
};

describe('a text that nobody wrote', () => {
	it.each([
		...['#N/A', '#N/D', '#REF!', '#VALUE!', '#VALOR!', '#DIV/0!', '#NAME?', '#NOME?'],
		...['#¡REF!', '#¡VALOR!', '#¡DIV/0!', '#¿NOMBRE?', '#¡NUM!', '#¡NULO!', 'Hola #¡REF!, gracias'],
		...['#BEZUG!', '#WERT!', '#ZAHL!', '#VALEUR!', '#NOM?', '#RIF!', '#VALORE!', '#WAARDE!', '#N/B'],
		...['Oi #N/A, obrigado!', 'Oi #n/d', '(#REF!)', 'Rua #REF!, 12', 'Loading...', ' Loading… '],
	])('is the error of a spreadsheet: %s', (text) => {
		expect(said(text)).toMatch(/^says "(#|Loading).*", which a spreadsheet writes instead of a value$/);
	});

	const NO_VALUE = ['None', ' null ', 'NULL', 'nan', 'NaN', 'undefined', '\\N'];
	const no = (text: string) => `says "${text.trim()}", which programs write instead of a value`;

	it.each([...NO_VALUE, 'NONE', '#NV'])('is what programs write instead of a value: %s', (text) => {
		for (const kind of ['message', 'line', 'id', 'given'] as const) expect(said(text, kind)).toBe(no(text));
	});

	it.each(NO_VALUE)('is that in a line of the envelope, also beside other words: %s', (word) => {
		for (const kind of ['name', 'line'] as const) expect(said(`Ana ${word}, 10`, kind)).toBe(no(word));
		for (const kind of ['message', 'id'] as const) expect(said(`Ana ${word}, 10`, kind)).toBeUndefined();
	});

	it.each([
		'Jo\\u00e3o',
		'Jo=C3=A3o',
		'=?UTF-8?Q?Ana?=',
		'Jo%C3%A3o',
		'Jo&atilde;o',
		"D\\'Ávila",
		'Jo&#227;o',
	])('is still encoded: %s', (word) => {
		for (const kind of ['name', 'line', 'message'] as const) {
			expect(said(`Oi ${word} Lima`, kind)).toMatch(
				/^is still encoded \("\S+"\): decode it before this node$/,
			);
		}
		expect(said('Jo=C3=A3o', 'id')).toBeUndefined();
	});

	it.each(['-', '--', 'x', '.', 'N/A', 'n/a', 'não tem'])('identifies no letter: %s', (sign) => {
		expect(said(sign, 'id')).toBe(`says "${sign}", which stands for nothing`);
		expect(said(sign)).toBeUndefined();
	});

	it.each(['Rua A\nVila', 'Ana\r\nLima', 'A\u2028B'])('is more than one line of the envelope: %j', (text) => {
		expect(said(text, 'line')).toBe('has a line break, but is one line of the envelope');
		expect(said(`${text.slice(0, 1)}\n`, 'line')).toBeUndefined();
		expect(said(text)).toBeUndefined();
	});

	it.each(['Oi {{ $json.nome }}!', '{{nome}}', 'Oi {{ }}'])('is a merge field: %s', (text) => {
		expect(said(text)).toContain('switch the field to Expression');
	});

	it.each([
		'$json.nome',
		'Oi { $json.nome }!',
		'Oi {{ $json.nome',
		"$('Sheet').item.json.nome",
		'$input.item.json',
	])('is an expression that was not evaluated: %s', (text) => {
		expect(said(text)).toMatch(/^has \$.+ and not its value: write it between \{\{ and \}\}/);
	});

	// Those of Portuguese are in letters.test.ts, in many words.
	it.each(Array.from('áâçèëîïöüßñùûčęłőşğışž'))(
		'was read as Latin-1 or Windows-1252, though it had %s',
		(letter) => {
			const bytes = Buffer.from(`ma${letter}no`, 'utf8');
			expect(said(bytes.toString('latin1'))).toContain('wrong encoding');
			const windows = new TextDecoder('windows-1252').decode(bytes);
			expect(said(windows)).toContain('wrong encoding');
		},
	);

	it.each([
		...['JoÃ£o', 'MARIA JOSÃ‰', 'Ã©', 'Ãºltimo', 'voilÃ\u00a0', 'LÃ\u00a0 encore', 'foste, Ã³ fada'],
		...['AÃ\u00ad vem', 'LÃ\u00a0-dessus', 'aiguÃ« et', 'Ã\u00a0 bientÃ´t'],
	])('names the word: %s', (text) => {
		expect(said(text)).toMatch(/^was read in the wrong encoding \(".+"\): read the file again as UTF-8$/);
	});

	it.each(['itâ€™s', 'â€œOiâ€\u009d', 'obrigado â€“ Ana', 'ðŸ˜€', '10Â\u00a0kg', 'NÂº 5', '25Â°C'])(
		'has signs that were read wrongly: %s',
		(text) => {
			expect(said(text)).toContain('wrong encoding');
		},
	);

	it('is a date that JavaScript has written', () => {
		expect(said(`Até ${new Date(0).toString()}`)).toContain('as programs write it (Thu Jan 01 1970');
	});

	it.each(['\u0000', 'Oi\u0007', 'a\u000bb', 'a\u001bb', 'a\u0085b', '\u007f'])(
		'has a control character: %j',
		(text) => {
			expect(said(text)).toContain('has a control character (\\');
		},
	);
});

// 20,000 sentences in five languages are in letters.test.ts.
it.each([
	...['IRMÃ…', 'MANHÔ', '“AMANHÔ', 'AMANHû', 'AMANHÃ’', 'IRMÃ–', 'A MAÇÃ — AQUELA', 'ROMÃ®'],
	...['AVELÃ\u00a0E NOZ', 'Ãngela', 'FRANÇÂ…', 'SMÅ…', 'ÅÄÖ', 'JÄ…', 'RÅ”', 'PÅ – JA', 'IRMÃ\u00adZINHA'],
	...['PATÊ', 'Â', 'Kwartier #12', '5 % de carinho', 'C#', '#NAMORO', '#REFORMA!'],
	...[
		'Loading... the car',
		'Nan',
		'Dear Nan',
		'None of us forgets you',
		'Null Island',
		'Las Vegas #NV',
		'n/a',
	],
	...['Tom&Jerry; ok', 'a=b, c%d', '\\\\o/', 'C:\\\\temp', 'Ana Null', 'NULLE'],
	...['#Bezug!s', '¡Hola #valor!es', '#¿', 'Olá\nAna\tBia\r\n', 'peça – “já”', 'Thu Jan 01', 'Þórður', 'ðis'],
])('is right as it is: %j', (text) => {
	expect(said(text)).toBeUndefined();
});
