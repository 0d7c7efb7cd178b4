/** The page that shows the letters: its prices, its button, and what it remembers of earlier uploads. */
import { english } from '../../../examples/campaign/words/english';
import { portuguese } from '../../../examples/campaign/words/portuguese';
import { prove } from '../../support/campaignRun';
import { withSandbox } from '../../support/withSandbox';

const sandbox = withSandbox();
const HEAD = 'Pedido;Nome;Rua;Número;Cidade;UF;CEP;Mensagem;Observação';
const row = (order: string, number: number, note = '') =>
	`${order};Ana Souza;Rua das Flores;${number};São Paulo;SP;01310-100;Muito obrigado pela sua compra!;${note}`;
const sheet = (...rows: string[]) => ({ name: 'cartas.csv', bytes: Buffer.from([HEAD, ...rows].join('\n')) });

it.each([
	['8,90', 'R$ 17,80'],
	['R$ 1.234,50', 'R$ 2.469,00'],
	['8.90', 'R$ 17,80'],
	['12', 'R$ 24,00'],
])('a price may be written %s', async (price, sum) => {
	const two = sheet(row('A-1', 1), row('A-2', 2));
	const { description, choices } = await prove(two, portuguese, sandbox.credential, { settings: { price } });
	expect(description.replaceAll('\u00a0', ' ')).toContain(`A encomendar: 2 cartas · ${sum}`);
	expect(choices[0]?.replaceAll('\u00a0', ' ')).toBe(`Todas as 2 sem avisos · ${sum}`);
});

it.each(['oito', '8,9,0', '1,2345'])('a price that cannot be read is said: %s', async (price) => {
	const { description } = await prove(sheet(row('A-1', 1)), english, sandbox.credential, {
		settings: { price },
	});
	expect(description).toContain(`The price in Settings cannot be read: “${price}”`);
});

it('a row that was left out is looked at, until it is ordered', async () => {
	const listed = [
		{ external_id: 'A-2', letter_id: '', outcome: 'left_out', outcome_date: '2026-11-28T12:00:00.000Z' },
	];
	const two = sheet(row('A-1', 1), row('A-2', 2));
	const { letters, html } = await prove(two, english, sandbox.credential, { listed });
	expect(letters.map(({ state }) => state)).toEqual(['fine', 'look']);
	expect(html).toContain('You left this row out on Nov 28');
});

it('what stands beside few rows is shown on them, and they are looked at', async () => {
	const three = sheet(row('A-1', 1), row('A-2', 2, 'FALECIDO, não enviar'), row('A-3', 3));
	const { letters, html } = await prove(three, portuguese, sandbox.credential);
	expect(letters.map(({ state }) => state)).toEqual(['fine', 'look', 'fine']);
	expect(html).toContain('<u>Observação: FALECIDO, não enviar</u>');
});
