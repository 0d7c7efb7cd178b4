/** Warnings of a list of recipients, each with what is like it and right. */
import type { Address, CardCreateRequest } from '../../../nodes/contract/contract';
import { letterWarnings } from '../../../nodes/HandwrittenLetters/check/letterWarnings';

const LONG = 'Obrigado pela sua visita de ontem, e até breve.';
const card = (to: Partial<Address> = {}, message = LONG): CardCreateRequest => ({
	to: { name: 'Ana Lima', address_line1: 'Rua A, 1', city: 'Recife', state: 'PE', zip: '50030-230', ...to },
	message,
});
const others = ['Bento Souza', 'Carla Dias', 'Davi Reis', 'Família Alves'].map((name) => card({ name }));

/** What is said of one letter among four others. */
const warn = (one: CardCreateRequest, rest = others) => letterWarnings([one, ...rest])(one);

it.each<[keyof Address, string, string]>([
	['name', 'Ana 10482 Lima', 'Name has "10482", which looks like a number from another column'],
	['name', 'Ana @ana', 'Name has "@ana", which looks like an email address or a profile'],
	['city', '50030-230 Recife', 'City has "50030-230", which looks like a postal code'],
	['city', 'ana@a.example', 'City has "@a.example", which looks like an email address or a profile'],
	['address_line1', 'Rua 13 de Maio', 'Address Line 1 has no house number. If there is none, write s/n'],
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
	...['ACME LTDA', 'IBM', 'CASA & CIA', 'BANCO DO POVO S.A.', 'ANA LIMA'],
])('says nothing of the name %s', (name) => {
	expect(warn(card({ name }))).toEqual([]);
});

it.each([
	...['Rua 13 de Maio, 45', 'Rua 1º de Março 66', 'SQN 308 Bloco B', 'Quadra Doze Lote Dois', 'BR-101 km 12'],
	...['Caixa Postal 1234', 'Rua A, s/n', 'Rua A, S/Nº', 'Rua A, sem número', 'Fazenda Santa Rita', 'Bloco B'],
	...['Rua Recife, 5', 'Rua A, 1, Recife - PE', 'Rua A, 1, 3222-1234'],
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
