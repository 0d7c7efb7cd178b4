/** A place that nobody filled in, whatever stands in it, and brackets without a word. */
import { describeBroken } from '../../../../nodes/HandwrittenLetters/letter/brokenText';

it.each([
	...['[Seu nome]', '[SEU NOME AQUI]', '[nome 1]', '[XXX]', '[FIRSTNAME]', '[name="friend"]', '[[nome]]'],
	...['{nome}', '{first_name}', '${nome}', '{% if nome %}', '{nome|cliente}', '{{{nome}}'],
	...['<<Nome>>', '<<First Name>>', '*|FNAME|*', '*|MC:SUBJECT|*', '%%FirstName%%', '%%=v(@name)=%%'],
	...[
		'[Insert specific detail here]',
		'[Nome do(a) cliente]',
		'[Mencione o motivo aqui]',
		'[Mr./Ms. Last Name]',
	],
	...['[apelido do cão]', '{saudação final}', '[sic]', '[risos]', '[x]'],
])('refuses the placeholder %s', (placeholder) => {
	for (const text of [
		placeholder,
		`Oi ${placeholder}, tudo bem?`,
		`(Oi ${placeholder}!)`,
		`«Oi, ${placeholder}.»`,
	]) {
		for (const kind of ['name', 'line', 'message', 'id'] as const) {
			expect([text, describeBroken(text, kind)?.text]).toEqual([
				text,
				expect.stringMatching(/^has the (?:placeholder|merge field) …/),
			]);
		}
	}
});

it('gives the placeholder as it stands', () => {
	expect(describeBroken('Oi Ana [1], aqui é [Seu nome].')?.found).toBe('[Seu nome]');
});

it.each([
	...[
		'Nota [1] no fim',
		'[…]',
		'[...]',
		'{1, 2, 3}',
		'[ ]',
		'{}',
		'Te amo >>> infinito <<<',
		'x < 3 e y > 2',
	],
	...[
		'Ganhou 10% e 20% no segundo',
		'Beijos *|* e abraços *|*',
		'«Sim», disse ela',
		'um [colchete\nque continua]',
	],
	...[
		'A loja (rua de cima) fechou',
		'#gratidão #amor',
		'It was $5 and then $7 more.',
		'**Thank you** for all',
	],
])('lets through what stands in letters: %s', (text) => {
	expect(describeBroken(text)).toBeUndefined();
});
