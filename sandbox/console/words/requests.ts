/** The journal of calls. */
import type { Section } from './row';

export const REQUESTS = {
	refused: { en: 'Refused', pt: 'Recusadas' },
	about: {
		en: 'Every call to {url}, refused and broken ones too. Make one go wrong under {faults}.',
		pt: 'Todas as chamadas a {url}, inclusive as recusadas e as interrompidas. Provoque um erro em {faults}.',
	},
	noSuch: { en: 'No such request yet.', pt: 'Nenhuma requisição assim por enquanto.' },
	when: { en: 'When', pt: 'Quando' },
	call: { en: 'Call', pt: 'Chamada' },
	answer: { en: 'Answer', pt: 'Resposta' },
	none: { en: 'none', pt: 'nenhuma' },
} as const satisfies Section;
