/**
 * Sheets of recipients as people have them, in Portuguese: one of 210 rows with the faults that such sheets
 * have, and one of 500 rows without any. Each call makes the same rows. All of it fits in Latin-1.
 */

export const HEADINGS = [
	'Pedido',
	'Nome',
	'Endereço',
	'Nº',
	'Complemento',
	'Bairro',
	'Cidade',
	'Estado',
	'CEP',
	'País',
	'Mensagem',
] as const;

export type Cells = Record<(typeof HEADINGS)[number], string>;

/** Wrong: the letter must not leave like that. Poor: it may, once somebody has looked. */
type Judgement = 'right' | 'wrong' | 'poor';

export interface SheetRow {
	cells: Cells;
	judgement: Judgement;
	/** What is wrong or poor. */
	fault?: string;
}

const list = (texts: string): string[] => texts.split('|');
const pick = <T>(from: readonly T[], index: number): T => from[index % from.length] as T;

const GIVEN = list(
	'Ana|Bento|Carla|Davi|Elisa|Fábio|Gabriela|Heitor|Inês|João|Karina|Lúcia|Márcio|Natália|Otávio|Paula|Quitéria|Rafael|Sônia|Tomás|Úrsula|Vítor|Yara|Zélia|Antônia|Conceição|Luís|Ângela|José|Francisca',
);
const FAMILY = list(
	"Alves|Barbosa|Cardoso|da Silva|de Souza|Estêvão|Fonseca|Guimarães|Holanda|Ibiapina|Junqueira|Lacerda|Magalhães|Nóbrega|Oliveira dos Santos|Pão de Açúcar|Queirós|Ribeiro Neto|São Pedro|Teixeira Júnior|D'Ávila|Vasconcelos|Xavier|Zimmermann",
);
/** City, state and the first three digits of its postal codes. */
const CITIES = list(
	'São Paulo/SP/013|Rio de Janeiro/RJ/222|Belo Horizonte/MG/303|Salvador/BA/401|Recife/PE/500|Fortaleza/CE/601|Porto Alegre/RS/900|Curitiba/PR/800|Florianópolis/SC/880|Brasília/DF/708|Goiânia/GO/740|Manaus/AM/690|Belém/PA/660|Vitória/ES/290|Natal/RN/590|João Pessoa/PB/580|Maceió/AL/570|Aracaju/SE/490|Teresina/PI/640|São Luís/MA/650|Palmas/TO/770|Cuiabá/MT/780|Campo Grande/MS/790|Porto Velho/RO/768|Rio Branco/AC/699|Campinas/SP/130|Niterói/RJ/240|Mossoró/RN/596',
);
const STREETS = list(
	'Rua das Laranjeiras|Avenida Paulista|R. Barão de Jaguara|Av. Sete de Setembro|Travessa do Ouvidor|Alameda Santos|Rua 13 de Maio|Praça da Sé|Rua Dr. José Lins|Ladeira da Misericórdia|Av. 9 de Julho|Rua São Paulo|Estrada do Coco|Largo do Machado|Rua Conselheiro Nébias',
);
const DISTRICTS = list('Centro|Barra|Boa Vista|Jardim América|Vila Nova|Santo Antônio|Bela Vista');
const STATE_NAMES: Record<string, string> = {
	SP: 'São Paulo',
	RJ: 'rio de janeiro',
	MG: 'Minas Gerais',
	BA: 'BAHIA',
	PE: 'Pernambuco',
	CE: 'Ceara',
	RS: 'Rio Grande do Sul',
	PR: 'paraná',
	SC: 'Santa Catarina',
	DF: 'Distrito Federal',
};

const MESSAGES: Array<(given: string) => string> = [
	(given) => `Olá, ${given}! Obrigado pela sua compra. Esperamos que você goste do presente que preparamos.`,
	(given) =>
		`Querida família,\n\nobrigado pela visita de ontem. Foi muito bom rever todos. Até breve, ${given}!`,
	(given) => `Oi ${given}, feliz aniversário! Que o novo ano traga saúde, alegria e muitos encontros.`,
	(given) => `Prezada(o) ${given}: agradecemos a sua doação de 2025. Com ela, 30 crianças voltaram à escola.`,
	(given) =>
		`Bom dia, ${given}! O seu pedido já saiu daqui. Se algo faltar, escreva para nós: oi@loja.example.`,
	() => 'Olá, mãe! Aqui está tudo bem, e sinto saudades. No domingo eu ligo para contar as novidades.',
];

const givenOf = (name: string): string => name.split(' ')[0] ?? '';

/** A right row of the plainest kind, as different from the others as real ones are. */
function plainRow(index: number): Cells {
	const name = `${pick(GIVEN, index)} ${pick(FAMILY, index * 7 + Math.floor(index / GIVEN.length))}`;
	const [city = '', state = '', start = ''] = pick(CITIES, index * 5 + 2).split('/');
	const rest = String(((index * 7919) % 89_000) + 10_000);
	return {
		Pedido: `P-${2001 + index}`,
		Nome: name,
		Endereço: pick(STREETS, index),
		Nº: String(((index * 37) % 2400) + 1),
		// Two rows of three have none.
		Complemento: index % 3 === 0 ? pick(['ap. 42', 'Bloco B, ap. 101', 'casa 2', 'fundos'], index / 3) : '',
		Bairro: pick(DISTRICTS, index),
		Cidade: city,
		Estado: state,
		CEP: `${start}${rest.slice(0, 2)}-${rest.slice(2)}`,
		País: index % 4 === 0 ? 'Brasil' : '',
		Mensagem: pick(MESSAGES, index)(givenOf(name)),
	};
}

const FOREIGN: Array<Omit<Cells, 'Pedido' | 'Mensagem' | 'Complemento' | 'Bairro'>> = list(
	`Jürgen Groß;Große Straße;5;Berlin;BE;10115;Alemanha|Anke Vogt;Lindenallee;12;Hamburg;HH;20095;Germany
	|Uwe Lang;Am Markt;3;München;BY;80331;Deutschland|Inês Peixoto;Rua do Ouro;88;Lisboa;11;1100-063;Portugal
	|Mary Jones;Main Street;742;Springfield;IL;62701;EUA|Lucía Peña;Avenida de Mayo;1370;Buenos Aires;BA;C1085;argentina
	|Zoë Martin;rue de l'Église;12;Paris;75;75001;França|Giulia Conti;Via Roma;1;Torino;TO;10123;Itália
	|Alain Moke;Avenue de la Paix;7;Kinshasa;KN;00243;Congo|Min-jun Kim;Sejong-daero;110;Seoul;11;04524;Coreia`.replace(
		/\s*\n\s*/g,
		'',
	),
).map((row) => {
	const [Nome = '', Endereço = '', Nº = '', Cidade = '', Estado = '', CEP = '', País = ''] = row.split(';');
	return { Nome, Endereço, Nº, Cidade, Estado, CEP, País };
});

type Change = (cells: Cells, index: number) => Partial<Cells>;

/** Each fault, how many rows have it, and what it makes of a right row. */
const FAULTS: Array<[fault: string, judgement: 'wrong' | 'poor', count: number, change: Change]> = [
	[
		'the postal code has lost its first zero',
		'wrong',
		8,
		(_cells, index) => ({ Cidade: 'São Paulo', Estado: 'SP', CEP: `13101${String(10 + index).slice(-2)}` }),
	],
	['no postal code', 'wrong', 3, () => ({ CEP: '' })],
	['a state that does not exist', 'wrong', 2, () => ({ Estado: 'XX' })],
	['no name', 'wrong', 3, () => ({ Nome: '' })],
	['"n/a" for a name', 'wrong', 1, () => ({ Nome: 'n/a' })],
	['no city', 'wrong', 2, () => ({ Cidade: '' })],
	['no message', 'wrong', 3, () => ({ Mensagem: '' })],
	[
		'a placeholder in the message',
		'wrong',
		4,
		() => ({ Mensagem: 'Olá, [Seu nome]! Obrigado pela sua compra de ontem. Volte sempre que quiser.' }),
	],
	['an error of a spreadsheet', 'wrong', 3, () => ({ Complemento: '#N/D' })],
	['the wrong encoding', 'wrong', 3, () => ({ Nome: 'JoÃ£o Guimarães' })],
	[
		'the postal code of another state',
		'wrong',
		5,
		() => ({ Cidade: 'Recife', Estado: 'PE', CEP: '01310-100' }),
	],
	['a phone number in line 2', 'wrong', 4, () => ({ Complemento: '(11) 98765-4321' })],
	['an email address in line 2', 'wrong', 3, ({ Pedido }) => ({ Complemento: `${Pedido}@correio.example` })],
	['a phone number in line 1', 'wrong', 1, ({ Endereço }) => ({ Endereço: `${Endereço}, tel. 3222-1234` })],
	['a postal code in line 1', 'wrong', 1, ({ Endereço, CEP }) => ({ Endereço: `${Endereço}, CEP ${CEP}` })],
	['a postal code in the city', 'wrong', 2, ({ Cidade, CEP }) => ({ Cidade: `${CEP} ${Cidade}` })],
	['no house number', 'wrong', 10, (_cells, index) => ({ Endereço: pick(STREETS, index), Nº: '' })],
	[
		'the whole address in line 1',
		'wrong',
		5,
		({ Endereço, Nº, Bairro, Cidade, Estado }) => ({
			Endereço: `${Endereço}, ${Nº} - ${Bairro} - ${Cidade}/${Estado}`,
			Nº: '',
		}),
	],
	[
		'a greeting to somebody else of the sheet',
		'wrong',
		8,
		({ Nome }, index) => {
			const other = pick(GIVEN, GIVEN.indexOf(givenOf(Nome)) + 3);
			return { Mensagem: pick(MESSAGES.slice(2, 5), index)(other) };
		},
	],
	['"idem" for an address', 'wrong', 3, () => ({ Endereço: 'idem', Nº: '', Complemento: '' })],
	[
		'lorem ipsum',
		'wrong',
		2,
		() => ({ Mensagem: 'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor.' }),
	],
	[
		'the same person twice, once with "R." for "Rua"',
		'wrong',
		8,
		({ Pedido }, index) => ({
			...plainRow(900 + Math.floor(index / 2)),
			Pedido,
			Endereço: index % 2 === 0 ? 'Rua Barão de Itapetininga' : 'R. Barao de Itapetininga',
		}),
	],
	[
		'a line break written out',
		'wrong',
		4,
		({ Nome }) => ({
			Mensagem: `Querida ${givenOf(Nome)},\\n\\nobrigado pela visita de ontem, foi muito bom.`,
		}),
	],
	['a number in the name', 'wrong', 2, ({ Nome, Pedido }) => ({ Nome: `${Nome} ${Pedido.slice(2)}` })],
	['an "@" in the name', 'wrong', 2, ({ Nome }) => ({ Nome: `${Nome} @${givenOf(Nome).toLowerCase()}` })],
	['the name in capitals', 'poor', 12, ({ Nome }) => ({ Nome: Nome.toUpperCase() })],
	[
		'a message of a few characters',
		'poor',
		9,
		(_cells, index) => ({ Mensagem: pick(['Oi', 'ok', 'Obrigado!'], index) }),
	],
	[
		'a space before a comma',
		'poor',
		3,
		({ Nome }) => ({ Mensagem: `Oi ${givenOf(Nome)} , obrigado pela sua compra. Esperamos você de novo.` }),
	],
	[
		'an HTML tag in the message',
		'poor',
		5,
		({ Nome }) => ({ Mensagem: `Oi ${givenOf(Nome)}!<br>Obrigado pela sua compra. Esperamos você de novo.` }),
	],
];

/** How many Brazilian rows the sheet has, and that a fault stands between right rows. */
const BRAZILIAN = 200;
const APART = 83;

/** 200 Brazilian and 10 foreign rows: 94 wrong, 29 poor, 87 right. */
export function sheetRows(): SheetRow[] {
	const rows = Array.from({ length: BRAZILIAN }, (_none, index): SheetRow => {
		const cells = plainRow(index);
		const { Estado: state } = cells;
		return {
			cells: { ...cells, Estado: index % 2 === 0 ? (STATE_NAMES[state] ?? state) : state },
			judgement: 'right',
		};
	});
	let place = 0;
	for (const [fault, judgement, count, change] of FAULTS) {
		for (let index = 0; index < count; index += 1) {
			// 83 and 200 have no common divisor, so each place comes once.
			const at = (place * APART) % BRAZILIAN;
			const plain = plainRow(at);
			rows[at] = { cells: { ...plain, ...change(plain, index) }, judgement, fault };
			place += 1;
		}
	}
	const foreign = FOREIGN.map((own, index): SheetRow => {
		const cells = { ...plainRow(BRAZILIAN + index), Complemento: '', Bairro: '', ...own };
		cells.Mensagem = pick(MESSAGES, index)(givenOf(own.Nome));
		const isUnclear = ['Congo', 'Coreia'].includes(own.País);
		return isUnclear
			? { cells, judgement: 'wrong', fault: 'a country that may be two' }
			: { cells, judgement: 'right' };
	});
	return [...rows, ...foreign];
}

/** Right, though a rule that is not narrow would stop at them. */
const UNUSUAL_ADDRESSES: Array<Partial<Cells>> = list(
	`Rua 13 de Maio;45|SQN 308 Bloco B;ap. 204|Quadra 12 Lote 3;|BR-101 km 12;|Caixa Postal 1234;|Caixa Postal;77
	|Rodovia Raposo Tavares, km 22,5;|Rua das Flores, s/n;|Av. Beira-Mar;S/N|Praça XV de Novembro;s/nº|Rua Projetada;SN
	|Sítio Boa Esperança, zona rural;|Fazenda Santa Rita;|Estrada do Coco, km 8;|Qd. 5 Lt. 9;|Rua 7;120|Rua A;12-B
	|SHIS QI 5 Conjunto 3 Casa 10;|CLN 110 Bloco A Loja 15;|Av. 23 de Maio;1500|Rua 1º de Março;66|Travessa 2;3
	|Rua Coronel 1230;|Av. Goiás;100|Rua Rio de Janeiro;55|Rua São Paulo;900|Alameda dos Anjos nº 8;|Vila 3 casa 4;
	|Chácara Recanto, lote 7;|Rua Idem;4|Núcleo Bandeirante, Conjunto C, Lote 2;|Rua Padre Anchieta, sem número;`.replace(
		/\s*\n\s*/g,
		'',
	),
).map((row) => {
	const [Endereço = '', Nº = ''] = row.split(';');
	return { Endereço, Nº };
});
const UNUSUAL_NAMES = list(
	"João Souza 2º|3M do Brasil|ACME LTDA|Família Souza|Dr. Paulo Lima|Escola 15 de Novembro|D'Ávila & Filhos|IBM Brasil|Studio 54|Maria|Posto 24 Horas|UNICEF|SESC Pompeia|Pe. José de Anchieta|Ana e Rui Lima|CASAS DO NORTE S.A.|Irmã Dulce|Condomínio Edifício 7 Irmãos|João Paulo II|Sra. Helena",
);
const UNUSUAL_COMPLEMENTS = list(
	'a/c Maria|portaria 2|ao lado do nº 210|sala 1204|4º andar|próximo ao km 3|Cond. Solar, torre 12-3456|lojas 10 a 12|caixa 12345|cj. 1101-1102',
);
const UNUSUAL_MESSAGES: Array<(given: string) => string> = [
	() => 'Olá, mãe! Aqui está tudo bem, e sinto saudades. No domingo eu ligo para contar as novidades.',
	(given) => `Olá, vizinhos! ${given} e nós agradecemos a ajuda de sábado. A feira rendeu 4 mil reais.`,
	() => 'Querido cliente, obrigado pela preferência. Ligue (11) 3222-1234 se precisar de alguma coisa.',
	() => 'Às vezes, uma carta diz mais. Idem para o Paulo, que mandou lembranças a todos vocês aí.',
	(given) => `${given.toUpperCase()}, FELIZ ANIVERSÁRIO! Que venham muitos anos. Um abraço de todos da loja.`,
];

/** 500 right rows: four of ten are of a kind that has made a warning too loud. */
export function rightRows(): SheetRow[] {
	return Array.from({ length: 500 }, (_none, index): SheetRow => {
		const plain = plainRow(index);
		const nth = Math.floor(index / 5);
		const changes: Array<Partial<Cells>> = [
			{},
			pick(UNUSUAL_ADDRESSES, nth),
			index % 10 < 5 ? { Nome: pick(UNUSUAL_NAMES, nth) } : {},
			index % 10 < 5
				? { Complemento: pick(UNUSUAL_COMPLEMENTS, nth) }
				: { Estado: STATE_NAMES[plain.Estado] ?? plain.Estado },
			index % 10 < 5 ? { Mensagem: pick(UNUSUAL_MESSAGES, nth)(givenOf(plain.Nome)) } : {},
		];
		const cells = { ...plain, ...pick(changes, index) };
		if (cells.Nome !== plain.Nome) cells.Mensagem = pick(MESSAGES, 0)(givenOf(cells.Nome));
		return { cells, judgement: 'right' };
	});
}

/** The same sheet as somebody fills it in who types in capitals. */
export const inCapitals = (rows: SheetRow[]): SheetRow[] =>
	rows.map((row) => ({
		...row,
		cells: Object.fromEntries(
			Object.entries(row.cells).map(([heading, cell]) => [
				heading,
				heading === 'Mensagem' ? cell : cell.toUpperCase(),
			]),
		) as Cells,
	}));

/** As n8n reads it, with the letter's fields as parameters: what a workflow joins from the columns. */
export function toItem({ Endereço, Nº, Complemento, Bairro, ...cells }: Cells) {
	return {
		name: cells.Nome,
		address_line1: [Endereço, Nº].filter(Boolean).join(', '),
		address_line2: [Complemento, Bairro].filter(Boolean).join(' - '),
		city: cells.Cidade,
		state: cells.Estado,
		zip: cells.CEP,
		country: cells.País,
		message: cells.Mensagem,
		external_id: cells.Pedido,
	};
}

export interface CsvForm {
	separator?: ';' | ',' | '\t';
	encoding?: 'utf8' | 'latin1';
	/** Excel begins UTF-8 with one. */
	bom?: boolean;
}

/** As Excel saves it in Portuguese, unless said otherwise. */
export function toCsv(
	rows: SheetRow[],
	{ separator = ';', encoding = 'utf8', bom = false }: CsvForm = {},
): Buffer {
	const quoted = (cell: string) => (/["\n;,\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
	const lines = [HEADINGS, ...rows.map(({ cells }) => HEADINGS.map((heading) => cells[heading]))].map(
		(line) => line.map(quoted).join(separator),
	);
	return Buffer.from(`${bom ? '\ufeff' : ''}${lines.join('\r\n')}\r\n`, encoding);
}
