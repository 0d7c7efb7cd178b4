/** Orders that look real, for the console's first letters and its pictures. The people are made up. */
import type { CardCreateRequest } from '../contract';

export const SAMPLE_ORDERS: readonly CardCreateRequest[] = [
	{
		to: {
			name: 'Helena Prado Vasconcelos',
			address_line1: 'Rua das Laranjeiras, 210',
			address_line2: 'apto 302',
			city: 'Rio de Janeiro',
			state: 'RJ',
			zip: '22240-003',
		},
		message:
			'Querida Helena,\n\nque alegria saber que a encomenda chegou bem! Separamos o café da última colheita pensando na senhora – torra média, do jeitinho que comentou na loja.\n\nVolte sempre. A porta (e o bule) estão abertos.\n\nCom carinho,\nMarina',
		style: 'sty_casual',
		external_id: 'pedido-20871',
		metadata: { origem: 'loja', pedido: 20871 },
	},
	{
		to: {
			name: 'Otávio e Cecília Brandão',
			address_line1: 'Alameda dos Ipês, 48',
			city: 'Curitiba',
			state: 'PR',
			zip: '80240-210',
		},
		message:
			'Caros Otávio e Cecília,\n\né com imensa gratidão que celebramos dez anos da sua confiança. Que a nova casa receba muitas primaveras.\n\nUm abraço afetuoso,\nCasa Aurora',
		style: 'sty_elegant',
		external_id: 'cliente-0417',
	},
	{
		to: {
			name: 'Professora Dalva Nunes',
			address_line1: 'Travessa do Sol, 7',
			city: 'Olinda',
			state: 'PE',
			zip: '53120-080',
		},
		message:
			'Professora Dalva,\n\na turma de 2009 não esqueceu: foi a senhora quem nos ensinou a escrever cartas. Esta é para agradecer cada vírgula.\n\nSeus alunos',
		style: 'sty_classic',
		metadata: { turma: '2009' },
	},
	{
		to: {
			name: 'Bento Arruda',
			address_line1: 'Rua do Catavento, 133',
			city: 'Belo Horizonte',
			state: 'MG',
			zip: '30310-160',
		},
		message:
			'Oi, Bento!\n\nFeliz aniversário de 8 anos! O foguete que você desenhou está pendurado aqui na oficina. Quando vem pilotar?\n\nBeijos da tia Lu',
		style: 'sty_playful',
		external_id: 'aniversario-bento',
	},
	{
		to: {
			name: 'Joaquim Teles',
			address_line1: 'Av. Beira-Mar, 1.900',
			city: 'Fortaleza',
			state: 'CE',
			zip: '60165-121',
		},
		message:
			'Seu Joaquim,\n\nobrigado por ter devolvido a carteira. Ainda existe gente boa no mundo – e ela mora em Fortaleza.\n\nRenato',
		style: 'sty_casual',
	},
	{
		to: {
			name: 'Íris Montenegro',
			address_line1: 'Rua Sete de Abril, 264',
			address_line2: 'sala 51',
			city: 'São Paulo',
			state: 'SP',
			zip: '01044-000',
		},
		template: 'tpl_thank_you',
		style: 'sty_elegant',
		metadata: { first_name: 'Íris', product: 'Luminária Cais' },
	},
	{
		to: {
			name: 'Lívia & Tom',
			address_line1: 'Estrada da Lagoa, 22',
			city: 'Florianópolis',
			state: 'SC',
			zip: '88062-000',
		},
		message:
			'Lívia e Tom,\n\nbem-vindos! A chave fica embaixo do vaso azul, o pão chega às sete e o mar a qualquer hora.\n\nPousada Maré Mansa',
		style: 'sty_playful',
		external_id: 'reserva-5512',
	},
	{
		to: {
			name: 'Dra. Noêmia Sampaio',
			address_line1: 'Rua Boa Vista, 95',
			city: 'Porto Alegre',
			state: 'RS',
			zip: '90010-230',
		},
		message:
			'Dra. Noêmia,\n\no Chico voltou a correr atrás das borboletas. Não temos palavras – então mandamos estas, à mão.\n\nFamília Rezende (e uma lambida do Chico)',
		style: 'sty_classic',
		external_id: 'chico-alta',
	},
	{
		to: {
			name: 'Anselmo Figueira',
			address_line1: 'Rua da Aurora, 1.012',
			city: 'Recife',
			state: 'PE',
			zip: '50040-090',
		},
		message:
			'Anselmo,\n\nsua assinatura fez um ano e a gente fez as contas: doze livros, três países e uma receita de bolo de rolo.\n\nObrigada por ler com a gente!',
		style: 'sty_casual',
		external_id: 'clube-de-leitura-88',
	},
	{
		to: {
			name: 'Tereza Guimarães',
			address_line1: 'Praça da Matriz, 3',
			city: 'Paraty',
			state: 'RJ',
			zip: '23970-000',
		},
		template: 'tpl_birthday',
		message:
			'Um brinde aos seus setenta anos, e à cachaça que a senhora não deixa ninguém comprar na loja errada.',
		style: 'sty_classic',
	},
	{
		to: {
			name: 'Kauã Batista',
			address_line1: 'Quadra 104 Norte, Lote 12',
			city: 'Palmas',
			state: 'TO',
			zip: '77006-022',
		},
		message:
			'Kauã, parabéns pela aprovação! Agora é oficial: engenheiro na família. Bora comemorar com tapioca?',
		style: 'sty_playful',
	},
	{
		to: {
			name: 'Rosângela Pimentel',
			address_line1: 'Rua das Acácias, 58',
			city: 'Goiânia',
			state: 'GO',
			zip: '74115-040',
		},
		message:
			'Prezada Rosângela,\n\nseu jardim ficou entre os dez mais bonitos do concurso. As mudas de lavanda seguem na próxima semana.\n\nCordialmente,\nViveiro Santa Luzia',
		style: 'sty_elegant',
		external_id: 'concurso-jardins-10',
	},
];

/** A recipient or a text that an order leaves out is made up. */
export function completed(order: Partial<CardCreateRequest>): Partial<CardCreateRequest> {
	const [sample] = SAMPLE_ORDERS;
	const hasText = order.message !== undefined || order.template !== undefined;
	return { to: sample?.to, ...(!hasText && { message: sample?.message }), ...order };
}
