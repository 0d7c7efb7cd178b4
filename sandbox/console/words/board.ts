/** The board of letters, and what it shows while there are none. */
import type { Section } from './row';

export const BOARD = {
	search: { en: 'Search the letters', pt: 'Buscar cartas' },
	searchHint: {
		en: 'Name, city, message, id, tracking code',
		pt: 'Nome, cidade, mensagem, id, rastreio',
	},
	allLetters: { en: 'All', pt: 'Todas' },
	opening: { en: 'Opening the mailbag…', pt: 'Abrindo o malote…' },
	queued: { en: 'Orders arrive here', pt: 'As encomendas chegam aqui' },
	writing: { en: 'Nobody is writing', pt: 'Ninguém está escrevendo' },
	posted: { en: 'Nothing posted', pt: 'Nada postado' },
	in_transit: { en: 'Nothing on the road', pt: 'Nada a caminho' },
	delivered: { en: 'Nothing delivered yet', pt: 'Nada entregue ainda' },
	returned: { en: 'Nothing came back', pt: 'Nada voltou' },
	noMatch: { en: 'No match here', pt: 'Nenhum resultado aqui' },
	nothingFound: { en: 'No letter matches “{search}”.', pt: 'Nenhuma carta corresponde a “{search}”.' },
	showAll: { en: 'Show all letters', pt: 'Mostrar todas as cartas' },
	showStatus: { en: 'Show this status alone: {status}', pt: 'Mostrar só esta situação: {status}' },
	pages: { en: 'Pages of {status}', pt: 'Páginas: {status}' },
	newer: { en: 'Newer', pt: 'Mais recentes' },
	older: { en: 'Older', pt: 'Mais antigas' },
	range: { en: '{first}–{last} of {total}', pt: '{first}–{last} de {total}' },
	template: { en: 'Template {name}', pt: 'Modelo {name}' },
	sendSample: { en: 'Send a sample letter', pt: 'Enviar carta de exemplo' },
	sampleSent: { en: 'A sample letter is in the queue', pt: 'Uma carta de exemplo entrou na fila' },
	dearYou: { en: 'Dear you,', pt: 'Olá!' },
	noLetters: {
		en: 'no letters yet. Send the first one, then have it written, stamped and posted, right here.',
		pt: 'Ainda não há cartas. Envie a primeira e faça com que ela seja escrita, selada e postada, bem aqui.',
	},
	fromClient: { en: 'From your client, for example n8n', pt: 'Pelo seu cliente, por exemplo o n8n' },
	useValues: {
		en: 'Use these values. In n8n, they go into a {credential} credential; then run the node Handwritten Letters → Letter → Create with the Ordering Mode “Always order”.',
		pt: 'Use estes valores. No n8n, eles vão em uma credencial {credential}; depois execute o nó Handwritten Letters → Letter → Create com “Always order” em Ordering Mode.',
	},
	credential: { en: 'Handwritten Letters API', pt: 'Handwritten Letters API' },
	fromShell: { en: 'From a shell', pt: 'Pelo terminal' },
	described: {
		en: 'Every call is described in the {docs}.',
		pt: 'Cada chamada está descrita na {docs}.',
	},
	apiDocs: { en: 'API documentation', pt: 'documentação da API (em inglês)' },
} as const satisfies Section;
