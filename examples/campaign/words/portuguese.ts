/** The words of the campaign in Brazilian Portuguese. */
import { portugueseSheet } from './portugueseSheet';
import type { Words } from './words';

export const portuguese: Words = {
	...portugueseSheet,
	workflow: {
		name: 'Campanha',
		about: [
			'## Uma campanha: entra uma planilha, saem cartas, e uma lista diz quem já recebeu',
			'1. Escolha a sua credencial em **Check the Letters**, **Order the Letters**, **Letter Event**, **Look at the Letter** e **Whose List**, e uma credencial Basic Auth (um nome e uma senha seus) em **Upload the Sheet** e **See the List**. Com uma conta de verdade, as cartas são de verdade: teste antes com o sandbox.',
			'2. Em **Settings**: o seu preço por carta, como 8,90, e, se quiser receber uma carta primeiro, o seu nome e endereço.',
			'3. Publique o fluxo (*Publish*). Envie um CSV ou uma pasta de trabalho do Excel (.xlsx) na URL de produção de **Upload the Sheet**.',
			'',
			'Precisa do n8n 2.14 ou mais novo. Antes, qualquer um adivinha o endereço da página com as cartas: lá, o fluxo diz isso, não mostra nem encomenda nenhuma carta.',
			'',
			'*A senha protege só a primeira página do formulário.* A página com as cartas abre para quem tiver o link, e quem o tiver pode encomendar: não o passe adiante. A última página não tem nomes, mas o arquivo das linhas a corrigir tem. A partir do n8n 2.30, um novo form trigger com *n8n User Auth* no lugar de **Upload the Sheet**, com o mesmo nome e a mesma pergunta, protege todas.',
			'',
			'Quem tem a senha pode encomendar quaisquer cartas, para qualquer endereço, quantas vezes quiser; cada envio leva no máximo 500.',
			'',
			'Os avisos mais comuns da prévia estão em português; o resto vem do nó, em inglês: veja a página *Erros em português* da documentação.',
		],
		aboutHeight: 640,
		parts: [
			[
				'### 1 · Enviar e ler',
				'CSV (ponto e vírgula, vírgula ou tabulação) ou Excel. **Read the Rows** lê uma pasta de trabalho do Excel (.xlsx) como você a vê: com os formatos dos números e sem abas e linhas ocultas. Encontra as colunas pelos títulos, em português e inglês, e junta o endereço. O que leu, e o que não, é dito no alto da página seguinte.',
			],
			[
				'### 2 · Conferir e mostrar',
				'**Check the Letters** não encomenda nada. A página mostra todas as cartas: a corrigir, a conferir, em ordem, encomendadas antes.',
			],
			[
				'### 3 · Encomendar o que foi aprovado',
				'**Order the Letters** leva exatamente o que foi mostrado. Um External ID (a coluna Pedido) é uma carta só em cada conta, não importa quantas vezes você envie.',
			],
			[
				'### 4 · Acompanhar',
				'Pelos eventos, com **Letter Event** (informe a URL de produção dele ao serviço de cartas), e por uma consulta diária. **See the List** é uma página com a mesma senha: quem recebeu, quem não, quais voltaram. Mostra as cartas da conta da credencial de **Whose List**.',
			],
		],
		formTitle: 'Cartas de uma planilha',
		formDescription:
			'Uma carta por linha, em CSV ou Excel. Nada é encomendado antes de você ver todas as cartas.',
		check: 'Conferir as cartas',
		needs:
			'<h1>Nada foi encomendado</h1><p>Este n8n abre a página com as cartas para quem adivinhar o endereço dela. Use o n8n 2.14 ou mais novo.</p>',
	},
	sheet: {
		file: 'Planilha',
		reason: 'O que corrigir',
		delimiter: ';',
		decimal: ',',
		formats: { 14: 'dd/mm/yyyy', 15: 'd/mmm/yy', 16: 'd/mmm', 17: 'mmm/yy', 22: 'dd/mm/yyyy hh:mm' },
		truths: ['VERDADEIRO', 'FALSO'],
	},
	questions: { choose: 'O que você encomenda?', except: 'Linhas a deixar de fora' },
	proof: {
		locale: 'pt-BR',
		allFine: (count) => (count === 1 ? 'A única sem avisos' : `Todas as ${count} sem avisos`),
		all: (count) =>
			count === 1 ? 'A única, com os seus avisos' : `Todas as ${count}, também as que têm avisos`,
		trial: 'Uma carta, para mim',
		none: 'Nada',
		counts: (fine, look, correct) => `${fine} em ordem, ${look} a conferir, ${correct} a corrigir`,
		toOrder: (count) => `A encomendar: ${count} ${count === 1 ? 'carta' : 'cartas'}`,
		orderedBefore: (count) =>
			`Encomendadas antes: ${count}. Não são encomendadas de novo, mesmo que a linha tenha mudado.`,
		confirm: 'Confirmar',
		upTo: (count) => (count === 1 ? '1 carta' : `até ${count} cartas`),
		priceUnclear: (price) => `O preço em Settings não pode ser lido: “${price}”. Escreva assim: 8,90.`,
		limit: (count, most) =>
			`Um envio leva no máximo ${most} cartas, e estas são ${count}: deixe linhas de fora e envie a planilha de novo para elas.`,
		leftOut: (date) =>
			`Você deixou esta linha de fora${date ? ` em ${new Date(date).toLocaleDateString('pt-BR')}` : ''}`,
		likeIt: (order, { external_id, outcome_date }) =>
			`${order} já foi encomendado como ${external_id}${outcome_date ? ` em ${new Date(outcome_date).toLocaleDateString('pt-BR')}` : ''}`,
		trialWrong: (problems) => `Corrija o seu próprio endereço em Settings: ${problems.join('; ')}`,
		warning: 'Nada foi encomendado ainda. O que você escolher aqui será escrito, postado e cobrado.',
		correct: 'A corrigir',
		look: 'A conferir',
		fine: 'Em ordem',
		before: 'Encomendadas antes',
		row: 'Linha',
	},
	remarks: {
		fields: {
			Name: 'Nome',
			'Address Line 1': 'Endereço',
			'Address Line 2': 'Complemento',
			City: 'Cidade',
			State: 'UF',
			'Postal Code': 'CEP',
			Country: 'País',
			Message: 'Mensagem',
			'External ID': 'Pedido',
		},
		known: [
			[/^(.+?) is (?:empty|required).*/, '$1: falta'],
			[
				/must have 8 digits.* but is (".*?").*leading zero.*/,
				'precisa ter 8 dígitos, por exemplo 01310-100, mas é $1. A planilha pode ter apagado o zero à esquerda',
			],
			[/must have 8 digits.* but is (".*?").*/, 'precisa ter 8 dígitos, por exemplo 01310-100, mas é $1'],
			[
				/must be a state of Brazil.* but is (".*?").*/,
				'precisa ser um estado do Brasil, por exemplo SP, mas é $1',
			],
			[/must be two letters.* but is (".*?").*/, 'precisa ter duas letras, por exemplo SP, mas é $1'],
			[
				/must be a two-letter ISO country code.* but is (".*?").*/,
				'precisa ser um só país, pelo nome ou pelo código de duas letras, mas é $1',
			],
			[/has the placeholder (.+?): .*/, 'tem um campo não preenchido: $1'],
			[/says (".*?"), which a spreadsheet writes.*/, 'tem um erro da planilha: $1'],
			[/is not a name.*/, 'não é um nome'],
			[/was read in the wrong encoding \((.+?)\).*/, 'tem caracteres trocados: $1'],
			[/appears twice.*/, 'aparece em mais de uma linha'],
			[
				/^A letter to the same address is in items? (.*)/,
				(_all, items) =>
					`O mesmo endereço está na linha ${[...items.matchAll(/\(lines? ([^)]+)\)/g)].map(([, lines = '']) => lines.replace(' to ', ' a ')).join(', ')}`,
			],
			[
				/^The same letter is in items? (.*)/,
				(_all, items) =>
					`A mesma carta está na linha ${[...items.matchAll(/\(lines? ([^)]+)\)/g)].map(([, lines = '']) => lines.replace(' to ', ' a ')).join(', ')}`,
			],
			[
				/^External ID (.+) is also in items? (.*)/,
				(_all, order, items = '') =>
					`O pedido ${order} também está na linha ${[...items.matchAll(/\(lines? ([^)]+)\)/g)].map(([, lines = '']) => lines.replace(' to ', ' a ')).join(', ')}`,
			],
			[/is still encoded \((".*?")\).*/, 'ainda está codificado: $1'],
			[
				/says (".*?"), which programs write instead of a value.*/,
				'diz $1, que programas escrevem no lugar de um valor',
			],
			[/belongs to (..) in the list of Correios, but State is (..)$/, 'é de $1, mas a UF é $2'],
			[/has no house number.*/, 'não tem número. Se não houver, escreva s/n'],
			[/has city and state in it, too/, 'tem também a cidade e o estado'],
			[/greets (.+), but the letter is to (.+)/, 'cumprimenta $1, mas a carta é para $2'],
			[/is much shorter than the others/, 'é bem mais curta do que as outras'],
			[/is all in capitals, unlike the others/, 'vem em maiúsculas, diferente das outras linhas'],
			[/has (".*?"), which looks like a phone number$/, 'tem $1, que parece um telefone'],
			[/has (".*?"), which looks like a postal code$/, 'tem $1, que parece um CEP'],
			[/has (".*?"), which looks like an email.*/, 'tem $1, que parece um e-mail ou um perfil'],
			[/has (".*?"), which looks like a number from another column$/, 'tem $1, que parece de outra coluna'],
			[/has (".*?"), which looks like .*/, 'tem $1, que não parece intencional'],
		],
		// What is rare, in the words of the node.
		other: (remark) => `O nó diz: "${remark}"`,
	},
	errors: {
		codes: {
			invalid_zip: 'o CEP não é válido',
			invalid_request: 'um campo não é válido',
			rate_limit_exceeded: 'o limite de pedidos da conta acabou',
			internal_error: 'falha do próprio serviço',
		},
		known: [
			[/^The service rejected the letter(?:: (\w+))?.*/, 'O serviço de cartas recusou a carta'],
			[/^The service rejected the API key.*/, 'O serviço de cartas recusou a chave da API'],
			[
				/^No good answer from the letter service .*HTTP \d+(?:: (\w+))?.*/,
				'O serviço de cartas não deu uma boa resposta',
			],
			[/^No answer from the letter service.*/, 'O serviço de cartas não respondeu'],
			[
				/^The letter was not sent, because the service had already rejected the API key.*/,
				'Não enviada: o serviço de cartas recusou a chave da API',
			],
			[
				/^The letter was not sent, because the letter service gave no good answer.*/,
				'Não enviada: o serviço de cartas já não respondia',
			],
			[
				/^The (?:letter was not sent: the )?service asked to wait.*/,
				'Não enviada: o serviço de cartas pediu para esperar',
			],
			[
				/^The letter was not sent, because the run .*|^Not sent, because the execution .*/,
				'Não enviada: a execução parou antes',
			],
			[
				/^The letter was already ordered with different contents \(([^)]+)\).*/,
				'Já foi encomendada com outro conteúdo, e nenhuma segunda carta foi criada',
			],
			[
				/^The service knows the key of this letter with other contents.*/,
				'O serviço de cartas conhece este pedido com outro conteúdo, e nenhuma segunda carta foi criada',
			],
		],
		// What is rare, in the words of the node.
		other: (error) => `O nó diz: "${error}"`,
		service: (message) => `O serviço diz: "${message}"`,
	},
	result: {
		unwritten:
			'<p class="bad"><b>A lista não pôde ser gravada.</b> O que foi encomendado aqui está encomendado: guarde esta página, ela tem os IDs. Veja no n8n por que Write It Down falhou e envie a mesma planilha de novo, logo: nenhuma carta é encomendada duas vezes, e a lista é gravada.</p>',
		fileName: 'a-corrigir.xlsx',
		title: (ordered, fine) =>
			fine > 0
				? `${fine} ${fine === 1 ? 'carta conferida' : 'cartas conferidas'}, nenhuma encomendada: publique o fluxo para encomendar`
				: `${ordered} ${ordered === 1 ? 'carta encomendada' : 'cartas encomendadas'}`,
		before: (count) => (count > 0 ? `${count} ${count === 1 ? 'encomendada' : 'encomendadas'} antes.` : ''),
		not: (count) =>
			count > 0
				? `${count} ${count === 1 ? 'não encomendada' : 'não encomendadas'}: veja o motivo abaixo.`
				: '',
		left: (count) => (count > 0 ? `${count} ${count === 1 ? 'deixada' : 'deixadas'} de fora.` : ''),
		download: (count) =>
			`Baixar ${count} ${count === 1 ? 'linha não encomendada' : 'linhas não encomendadas'} (Excel)`,
		again:
			'Corrija e envie esse arquivo, ou a planilha inteira de novo: nenhuma carta é encomendada duas vezes.',
		columns: ['Linha', 'Pedido', 'Situação', 'Carta, ou o motivo'],
	},
	outcomes: {
		ordered: 'Encomendada',
		ordered_before: 'Encomendada antes',
		fine: 'Só conferida',
		to_correct: 'A corrigir',
		not_ordered: 'Não encomendada',
		other_contents: 'Encomendada antes, diferente',
		unknown: 'Não se sabe: envie de novo',
		left_out: 'Deixada de fora',
		not_chosen: 'Não escolhida',
	},
	list: {
		csvName: 'cartas.csv',
		day: 'dd/MM/yyyy',
		title: (delivered, all) =>
			`${delivered} de ${all} ${delivered === 1 ? 'já recebeu' : 'já receberam'} a carta`,
		under: (count) => (count > 0 ? `${count} a caminho.` : ''),
		returned: (count) => (count > 0 ? `${count} ${count === 1 ? 'voltou' : 'voltaram'}.` : ''),
		not: (count) => (count > 0 ? `${count} sem carta.` : ''),
		download: 'Baixar a lista (CSV)',
		columns: ['Linha', 'Nome', 'Pedido', 'Carta', 'Desde', 'ID da carta'],
		statuses: {
			queued: 'Encomendada',
			writing: 'Sendo escrita',
			posted: 'Postada',
			in_transit: 'A caminho',
			delivered: 'Entregue',
			returned: 'Devolvida',
		},
	},
};
