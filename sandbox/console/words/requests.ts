/** The journal of calls. */
import type { Section } from './row';

export const REQUESTS = {
	refused: { en: 'Refused', pt: 'Recusadas' },
	about: {
		en: 'Every call to {url}, refused and broken ones too. Make one go wrong under {faults}.',
		pt: 'Todas as chamadas a {url}, inclusive as recusadas e as interrompidas. Provoque um erro em {faults}.',
	},
	noSuch: { en: 'No such request yet.', pt: 'Nenhuma requisição assim por enquanto.' },
	search: {
		en: 'Search by path, status, key or text',
		pt: 'Buscar por caminho, status, chave ou texto',
	},
	request: { en: 'Request', pt: 'Requisição' },
	noAnswer: {
		en: 'No answer: a fault destroyed the connection.',
		pt: 'Sem resposta: uma falha interrompeu a conexão.',
	},
	notKept: {
		en: 'Only the newest 1,000 requests are kept with headers and body.',
		pt: 'Só as 1.000 requisições mais recentes ficam guardadas com cabeçalhos e corpo.',
	},
	asCurl: { en: 'Copy as curl', pt: 'Copiar como curl' },
	answer: { en: 'Answer', pt: 'Resposta' },
	none: { en: 'none', pt: 'nenhuma' },
} as const satisfies Section;
