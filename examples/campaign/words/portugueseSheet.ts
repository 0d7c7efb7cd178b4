/** What the campaign says of a sheet and of what is chosen of it, in Brazilian Portuguese. */
import type { Words } from './words';

export const portugueseSheet: Pick<Words, 'reading' | 'approval'> = {
	reading: {
		trialId: 'prova',
		fields: {
			order: 'Pedido',
			name: 'Nome',
			street: 'Endereço',
			number: 'Número',
			complement: 'Complemento',
			district: 'Bairro',
			city: 'Cidade',
			state: 'UF',
			zip: 'CEP',
			message: 'Mensagem',
		},
		noSheet: (file) =>
			`<h1>Isto não é uma planilha de cartas</h1><p>${file} não tem uma linha de títulos conhecidos, como Nome, Endereço ou CEP. Salve a planilha como CSV ou como pasta de trabalho do Excel (.xlsx), com os títulos em uma das dez primeiras linhas, e envie de novo. Nada foi encomendado.</p>`,
		openQuote: (row) =>
			`<h1>Há uma aspa que não fecha</h1><p>Ela abre na linha ${row}. Salve a planilha como pasta de trabalho do Excel (.xlsx) e envie de novo. Nada foi encomendado.</p>`,
		encoding:
			'<h1>As letras do arquivo não podem ser lidas</h1><p>Há sinais no lugar de letras com acento. Salve a planilha como pasta de trabalho do Excel (.xlsx) e envie de novo. Nada foi encomendado.</p>',
		whichSheet: (names) =>
			`<h1>Qual das abas?</h1><p>A pasta de trabalho tem várias que podem ser: ${names.join(', ')}. Abra a que vale, salve e envie de novo. Nada foi encomendado.</p>`,
		doubled: (columns) =>
			`<h1>Duas colunas podem ser a mesma</h1>${columns
				.map(
					({ field, headings }) =>
						`<p>${field === undefined ? 'Têm o mesmo título' : `${field} pode ser`}: ${headings.join(field === undefined ? ' e ' : ' ou ')}.</p>`,
				)
				.join('')}<p>Renomeie ou apague a que não vale e envie a planilha de novo. Nada foi encomendado.</p>`,
		missing: (fields, columns) =>
			`<h1>Faltam colunas: ${fields.join(', ')}</h1><p>${columns}</p><p>Dê esses nomes às colunas, como aqui, e envie a planilha de novo.</p><table><tbody><tr><td>Pedido</td><td>Nome</td><td>Endereço</td><td>Número</td><td>Cidade</td><td>UF</td><td>CEP</td><td>Mensagem</td></tr></tbody></table><p>Pedido é um número ou nome seu para cada linha: com ele, enviar de novo não encomenda a mesma carta outra vez. Nada foi encomendado.</p>`,
		noRows: '<h1>A planilha não tem linhas</h1><p>Abaixo dos títulos não há nada. Nada foi encomendado.</p>',
		tooLong: (rows) =>
			`<h1>Algumas linhas têm mais células do que títulos</h1><p>Linhas ${rows.join(', ')}. Um texto com o caractere que separa as células precisa estar entre aspas. Salve a planilha como pasta de trabalho do Excel (.xlsx) e envie de novo. Nada foi encomendado.</p>`,
		tooWide: (most) =>
			`<h1>A planilha tem mais de ${most} colunas</h1><p>Apague as que nenhuma carta usa e envie de novo. Nada foi encomendado.</p>`,
		source: ({ name, isFile, rows, hidden, others, isStored }) =>
			[
				`${isFile ? 'Arquivo' : 'Aba'} “${name}”: ${rows} ${rows === 1 ? 'linha lida' : 'linhas lidas'}.`,
				hidden > 0
					? `${hidden} ${hidden === 1 ? 'linha oculta, não lida' : 'linhas ocultas, não lidas'}.`
					: '',
				others.length > 0 ? `Abas não lidas: ${others.join(', ')}.` : '',
				isStored
					? 'Deste tipo de arquivo só se leem os valores guardados, sem formatos como 00123, e também as linhas ocultas. Uma pasta de trabalho do Excel (.xlsx) é lida como você a vê.'
					: '',
			]
				.filter(Boolean)
				.join(' '),
		hidden: (rows) =>
			`${rows} ${rows === 1 ? 'linha oculta não foi lida' : 'linhas ocultas não foram lidas'}.`,
		hiddenSheet: (name) => `${name} (oculta)`,
		notFound: (fields) => `Colunas não encontradas: ${fields.join(', ')}.`,
		notUsed: (headings) => `Colunas não usadas: ${headings.join(', ')}.`,
		hiddenColumns: (headings) => `Colunas ocultas, também lidas: ${headings.join(', ')}.`,
		signs: (signs) => `Lidos como vazio: ${signs.map((sign) => `“${sign}”`).join(', ')}.`,
		notes: (rows) => `Não são cartas, porque só têm uma célula preenchida: linhas ${rows}.`,
		behind: (row, rows) =>
			`A linha ${row} repete títulos e encerra a tabela${rows === '' ? '' : `: não lidas, linhas ${rows}`}.`,
		unknown: (heading) => `${heading} tem uma fórmula sem valor: abra a planilha no Excel e salve`,
		shortened: (heading, cell) =>
			`${heading} é ${cell}: a planilha encurtou um número longo. Formate a coluna como texto e digite de novo`,
		mayBeDate: (heading, cell) => `${heading} pode ser uma data que a planilha criou: ${cell}`,
		decimal: (heading, cell) => `${heading} é ${cell}, com casas decimais`,
		noValue: (heading) => `${heading} tem uma palavra que programas escrevem quando falta um valor`,
		plus: (heading, cell) => `${heading} tem um sinal de mais entre as palavras: ${cell}`,
		says: (heading, cell) => `${heading}: ${cell}`,
		likeIt: (order, row) => `A linha ${row} tem quase o mesmo pedido: ${order}`,
		goesOn: (rows) => `O texto pode continuar nas linhas ${rows}: uma quebra de linha o cortou`,
	},
	approval: {
		unclear: (parts) =>
			`<h1>Nada foi encomendado</h1><p>Isto não são linhas da planilha: ${parts}. Envie a planilha de novo e escreva as linhas a deixar de fora assim: 16, 31-32.</p>`,
		tooMany: (count, most) =>
			`<h1>Nada foi encomendado</h1><p>Um envio leva no máximo ${most} cartas, e você escolheu ${count}. Envie a planilha de novo e deixe linhas de fora.</p>`,
		nothing: '<h1>Nada foi encomendado</h1><p>Se quiser, corrija a planilha e envie de novo.</p>',
	},
};
