/** A place that nobody filled in is found, and what only has brackets in it is not. */
import { findPlaceholder } from '../../../../nodes/HandwrittenLetters/letter/texts/placeholders';

const MEANT = {
	Portuguese: [
		'Ele disse que vinha [sic] amanhã.',
		'Rua das Flores, 210 [casa 2]',
		'Av. Brasil, 500 {Bloco B}',
		'Sítio Boa Vista [km 14 da BR-101]',
		'Obrigada {de coração} por tudo.',
		'Ela respondeu «Sim» e chorou.',
		'A «cliente» era a minha avó, imagine!',
		'Li «O Nome da Rosa» nas férias e lembrei de você.',
		'Assistimos «Cidade de Deus» ontem.',
		'Trocamos «o nome» do barco outra vez.',
		'[a rua estava alagada]',
		'Te amo >>> infinito <<<',
		'Quando x < 3 e y > 2, a conta fecha.',
		'«Empresa de família é assim», dizia o vovô.',
		'Nota [1] no fim da página.',
		'Escreva para mim em ana@exemplo.com [trabalho].',
		'Ganhou 10% de desconto e 20% no segundo par.',
		'{risos} e mais {risos}',
		'Beijos *|* e abraços *|*',
		'O pedido (nº 7) chegou [finalmente].',
		'Rua 7 <fundos>',
		'Shopping Center Norte [Loja 5]',
		'Rua das Flores, 210 [CEP 01310-100]',
		'Estação Sé [Linha 3]',
		'O carro [do cliente] quebrou de novo.',
		'Casamos em [data: 12/05/2026], lembra?',
		'Escreva para Ana <contato@exemplo.com>.',
		'Falei com o dono (nosso cliente) ontem.',
		'A loja (rua de cima) fechou; a nova (empresa do Zé) abriu.',
		'Salão (nome: Jardim das Flores)',
		'[ ] sim [x] não',
		'#gratidão #amor',
	],
	English: [
		'I was [very] happy to hear from you.',
		'"She [my mother] sends her love."',
		'[Laughs] You know how he is.',
		'Unit 5 {upstairs}, 40 Main Street',
		'[The name of the dog is Rex.]',
		'I love you <3 <3 <3',
		'<grin> You had it coming.',
		'The «Grand Hotel» was closed.',
		'We walked from the store [the old one] to the city.',
		'[…] and that was all he said.',
		'I said: "[the] client is always right".',
		'**Thank you** for everything',
		'It cost 5 <five> dollars.',
		'[On the back of the photo: Rome, 1962]',
		'a set {1, 2, 3} of cards',
		'I am back in Leeds [my city] for good.',
		'The roof [of the store] leaks.',
		'Call me (my number is the same).',
		'He (your client) left the key here.',
		'It was $5 and then $7 more.',
	],
	Spanish: [
		'Avda. del Sol 12 {bajo}',
		'Respondió «sí, quiero» y lloramos todos.',
		'«La ciudad y los perros» es tu libro favorito.',
		'«Cliente» es una palabra fea: para mí eres un amigo.',
		'[El nombre del niño es un secreto]',
		'Los «números» no mienten.',
		'[continuará]',
		'Su madre [la de Luis] manda saludos.',
		'«Nombre de guerra», lo llamaba él.',
		'Volví a Sevilla [mi ciudad] en mayo.',
	],
};

const LEFT = {
	'of people': [
		'[Seu nome]',
		'[SEU NOME AQUI]',
		'[Nome]',
		'[Nome da Empresa]',
		'[insira o nome aqui]',
		'[Data]',
		'[Nome do destinatário]',
		'{nome}',
		'{NOME}',
		'<nome>',
		'<Nome do Cliente>',
		'«Nome»',
		'«nome_cliente»',
		'[Nombre]',
		'[Your Name]',
		'[nome 1]',
		'[XXX]',
		'[__________]',
		'(seu nome aqui)',
		'(insert name)',
	],
	'of mail-merge programs': [
		'*|FNAME|*',
		'*|MC:SUBJECT|*',
		'%FIRSTNAME%',
		'%%FirstName%%',
		'%%=v(@name)=%%',
		'%recipient.name%',
		'<<Nome>>',
		'<<First Name>>',
		'<< Nome >>',
		'<<[Nome]>>',
		'«First_Name»',
		'«Nombre_Cliente»',
		'{product}',
		'{first_name}',
		'{customer.name}',
		'${nome}',
		'#{nome}',
		'{%nome%}',
		'{% if nome %}',
		'{!Contact.FirstName}',
		'[FIRSTNAME]',
		'[first_name]',
		'[%first_name%]',
		'[[nome]]',
		'@@nome@@',
		'##NOME##',
		'#NOME#',
		'|nome|',
		'<%= name %>',
		'<?= $nome ?>',
		'{MERGEFIELD Nome}',
		'{{{nome}}}',
		'@{nome}',
		'$nome$',
		'__NOME__',
		'{0}',
		'{nome|cliente}',
		'{name, fallback=friend}',
		'[name="friend"]',
	],
	'of language models': [
		'[Recipient Name]',
		"[Recipient's Name]",
		'[Your Company]',
		'[Insert specific detail here]',
		'[mention the product]',
		'[Nome do(a) cliente]',
		'[Mencione o motivo aqui]',
		'[Address Line 1]',
		'[City, State ZIP]',
		'[Endereço completo]',
		'[Phone Number]',
		'[My Company]',
		'[Insert a memory]',
		'[Mr./Ms. Last Name]',
	],
};

const texts = (all: Record<string, string[]>) =>
	Object.entries(all).flatMap(([kind, own]) => own.map((text) => [kind, text] as const));

it.each(texts(MEANT))('lets through what stands in letters in %s: %s', (_language, text) => {
	expect(findPlaceholder(text)).toBeUndefined();
});

it.each(texts(LEFT))('refuses the placeholders %s: %s', (_who, placeholder) => {
	for (const text of [
		placeholder,
		`Oi ${placeholder}, tudo bem?`,
		`(Oi ${placeholder}!)`,
		`«Oi, ${placeholder}.»`,
	]) {
		expect([text, findPlaceholder(text) !== undefined]).toEqual([text, true]);
	}
});

it('has at least 60 sentences to let through and 40 placeholders to refuse', () => {
	expect(new Set(texts(MEANT).map(([, text]) => text)).size).toBeGreaterThanOrEqual(60);
	expect(new Set(texts(LEFT).map(([, text]) => text)).size).toBeGreaterThanOrEqual(40);
});

it('gives the placeholder as it stands', () => {
	expect(findPlaceholder('Oi Ana [risos], aqui é [Seu nome].')).toBe('[Seu nome]');
});
