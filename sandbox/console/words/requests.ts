/** The journal of calls. */
import type { Section } from './row';

export const REQUESTS = {
	all: { en: 'All', pt: 'Todas' },
	refused: { en: 'Refused', pt: 'Recusadas' },
	about: {
		en: 'The latest 10,000 calls to {url}, refused and broken ones too. Make one go wrong under {faults}.',
		pt: 'As 10.000 chamadas mais recentes a {url}, inclusive as recusadas e as interrompidas. Provoque um erro em {faults}.',
	},
	noneYet: { en: 'No request yet.', pt: 'Ainda não há requisições.' },
	noMatch: { en: 'No request matches.', pt: 'Nenhuma requisição corresponde.' },
	search: { en: 'Search the requests', pt: 'Buscar requisições' },
	searchHint: { en: 'Path, status, key or text', pt: 'Caminho, status, chave ou texto' },
	noAnswer: {
		en: 'No answer: a fault destroyed the connection.',
		pt: 'Sem resposta: uma falha interrompeu a conexão.',
	},
	notKept: {
		en: 'Only the newest 1,000 requests are kept with headers and body.',
		pt: 'Só as 1.000 requisições mais recentes ficam guardadas com cabeçalhos e corpo.',
	},
	notRead: { en: '(not read)', pt: '(não lido)' },
	cut: { en: '(cut after 64 KB)', pt: '(cortado depois de 64 KB)' },
	key: { en: 'key', pt: 'chave' },
	externalId: { en: 'External ID', pt: 'External ID' },
	letter: { en: 'letter', pt: 'carta' },
	toLetter: { en: 'Open the letter', pt: 'Abrir a carta' },
	none: { en: 'none', pt: 'nenhuma' },
} as const satisfies Section;
