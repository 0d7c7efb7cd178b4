/** Warnings of a list of recipients, each with what is like it and right. */
import type { Address, CardCreateRequest } from '../../../nodes/contract/contract';
import { readSheet, sheetWarnings } from '../../../nodes/HandwrittenLetters/check/letterWarnings';

const LONG = 'Obrigado pela sua visita de ontem, e até breve.';
const card = (to: Partial<Address> = {}, message = LONG): CardCreateRequest => ({
	to: { name: 'Ana Lima', address_line1: 'Rua A, 1', city: 'Recife', state: 'PE', zip: '50030-230', ...to },
	message,
});
const others = ['Bento Souza', 'Carla Dias', 'Davi Reis', 'Família Alves'].map((name) => card({ name }));

/** What is said of one letter among four others. */
const warn = (one: CardCreateRequest, rest = others) => sheetWarnings(one, readSheet([one, ...rest]));

it.each<[keyof Address, string, string]>([
	['name', 'Ana 10482 Lima', 'Name has "10482", which looks like a number from another column'],
	['name', 'Ana @ana', 'Name has "@ana", which looks like an email address or a profile'],
	['name', 'ANA LIMA', 'Name is all in capitals, unlike the others'],
	['address_line2', '81987654321', 'Address Line 2 has "81987654321", which looks like a phone number'],
	['address_line1', 'Rua A, 1, 3222-1234', 'Address Line 1 has "3222-1234", which looks like a phone number'],
	['city', '50030-230 Recife', 'City has "50030-230", which looks like a postal code'],
	['city', 'ana@a.example', 'City has "@a.example", which looks like an email address or a profile'],
	['address_line1', 'Rua 13 de Maio', 'Address Line 1 has no house number. If there is none, write s/n'],
	['address_line1', 'Rua A, 1, Recife - PE', 'Address Line 1 has city and state in it, too'],
])('warns of the %s %j', (field, value, text) => {
	expect(warn(card({ [field]: value }))).toEqual([text]);
});

it.each([
	...[
		'3M do Brasil',
		'João Lima 2º',
		'Escola 15 de Novembro',
		'Posto 24 Horas',
		'Studio 54',
		'João Paulo II',
	],
	...['ACME LTDA', 'IBM', 'CASA & CIA', 'BANCO DO POVO S.A.'],
])('says nothing of the name %s', (name) => {
	expect(warn(card({ name }))).toEqual([]);
});

it.each([
	...['Rua 13 de Maio, 45', 'Rua 1º de Março 66', 'SQN 308 Bloco B', 'Quadra Doze Lote Dois', 'BR-101 km 12'],
	...['Caixa Postal 1234', 'Rua A, s/n', 'Rua A, S/Nº', 'Rua A, sem número', 'Fazenda Santa Rita', 'Bloco B'],
	'Rua Recife, 5',
])('says nothing of the street %s', (address_line1) => {
	expect(warn(card({ address_line1 }))).toEqual([]);
});

it.each<[string, Partial<Address>]>([
	['a number at its start', { address_line1: 'Rua A', address_line2: 'nº 210, ap. 4' }],
	['a lot', { address_line1: 'Rua A', address_line2: 'Quadra B, Lote C' }],
	['a flat', { address_line2: 'cj. 1101-1102' }],
	['a postal code with four digits more', { country: 'US', address_line2: '90210-1234', address_line1: 'A' }],
])('says nothing of line 2 with %s', (_what, to) => {
	expect(warn(card(to))).toEqual([]);
});

it.each<[string, string | undefined]>([
	['Oi Bento, obrigado pela sua visita!', 'Bento'],
	['Prezada(o) Carla: obrigado pela visita.', 'Carla'],
	['Olá, mãe! Aqui está tudo bem por enquanto.', undefined],
	['Olá, Ana! O Bento manda lembranças a todos.', undefined],
	['Olá, Bento e Ana! Obrigado pela sua visita.', undefined],
	['Olá, Zeca! Obrigado pela sua visita de ontem.', undefined],
])('reads the greeting %j', (message, other) => {
	expect(warn(card({}, message))).toEqual(
		other === undefined ? [] : [`Message greets ${other}, but the letter is to Ana Lima`],
	);
});

it('warns of a short message only where the others are longer', () => {
	const short = 'Message is much shorter than the others';
	expect(warn(card({}, 'Muito obrigada'))).toEqual([short]);
	expect(warn(card({}, 'Muito obrigada mesmo'))).toEqual([]);
	expect(warn(card({}, 'Oi'), [card({}, 'Oi'), card()])).toEqual([]);
	expect(warn({ ...card(), message: undefined, template: 'tpl_birthday' })).toEqual([]);
});

it('warns of capitals only where others are not, and of one letter nothing', () => {
	const loud = card({ name: 'ANA LIMA' });
	expect(warn(loud, [loud, card(), card()])).toEqual([]);
	expect(warn(loud, [])).toEqual([]);
	expect(warn(card({}, 'Oi'), [])).toEqual([]);
});
