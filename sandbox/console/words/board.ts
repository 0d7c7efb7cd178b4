/** The board of letters, and what it shows while there are none. */
import type { Section } from './row';

export const BOARD = {
	search: { en: 'Search the letters', pt: 'Buscar cartas' },
	searchHint: {
		en: 'Name, city, message, id, tracking code',
		pt: 'Nome, cidade, mensagem, id, código de rastreamento',
	},
	allLetters: { en: 'All', pt: 'Todas' },
	opening: { en: 'Opening the mailbag…', pt: 'Abrindo o malote…' },
	queued: { en: 'Orders arrive here', pt: 'As encomendas chegam aqui' },
	writing: { en: 'Nobody is writing', pt: 'Ninguém está escrevendo' },
	posted: { en: 'Nothing posted', pt: 'Nada postado' },
	in_transit: { en: 'Nothing on the road', pt: 'Nada a caminho' },
	delivered: { en: 'Nothing delivered yet', pt: 'Nada entregue ainda' },
	returned: { en: 'Nothing came back', pt: 'Nada voltou' },
	pages: { en: 'Pages of {status}', pt: 'Páginas: {status}' },
	newer: { en: 'Newer', pt: 'Mais recentes' },
	older: { en: 'Older', pt: 'Mais antigas' },
	range: { en: '{first}–{last} of {total}', pt: '{first}–{last} de {total}' },
	template: { en: 'Template {name}', pt: 'Modelo {name}' },
	sendSample: { en: 'Send a sample letter', pt: 'Enviar uma carta de exemplo' },
	sampleSent: { en: 'A sample letter is in the queue', pt: 'Uma carta de exemplo entrou na fila' },
	otherKey: {
		en: 'The sandbox runs with another API key: enter it under Settings',
		pt: 'O sandbox usa outra chave de API: informe-a em Configurações',
	},
	dearYou: { en: 'Dear you,', pt: 'Olá!' },
	noLetters: {
		en: 'no letters yet. Send the first one and watch it being written, stamped and posted, right here.',
		pt: 'Ainda não há cartas. Envie a primeira e veja, bem aqui, ela ser escrita, selada e postada.',
	},
	fromN8n: { en: 'From n8n', pt: 'Pelo n8n' },
	makeCredential: {
		en: 'Make a {credential} credential with these values, then run the node Handwritten Letters → Card → Create.',
		pt: 'Crie uma credencial {credential} com estes valores e execute o nó Handwritten Letters → Card → Create.',
	},
	credential: { en: 'Handwritten Letters API', pt: 'Handwritten Letters API' },
	fromShell: { en: 'From a shell', pt: 'Pelo terminal' },
	described: {
		en: 'Every call is described in the {docs}.',
		pt: 'Cada chamada está descrita na {docs}.',
	},
	apiDocs: { en: 'API documentation', pt: 'documentação da API (em inglês)' },
} as const satisfies Section;
