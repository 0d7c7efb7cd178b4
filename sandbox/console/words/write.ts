/** The form for a letter. */
import type { Section } from './row';

export const WRITE = {
	open: { en: 'Write a letter', pt: 'Escrever carta' },
	title: { en: 'A new letter', pt: 'Nova carta' },
	to: { en: 'Recipient', pt: 'Destinatário' },
	name: { en: 'Name', pt: 'Nome' },
	address: { en: 'Street and number', pt: 'Rua e número' },
	complement: { en: 'Complement', pt: 'Complemento' },
	city: { en: 'City', pt: 'Cidade' },
	state: { en: 'State', pt: 'Estado' },
	zip: { en: 'Postal code', pt: 'CEP' },
	country: { en: 'Country', pt: 'País' },
	letter: { en: 'Letter', pt: 'Carta' },
	message: { en: 'Message', pt: 'Mensagem' },
	style: { en: 'Handwriting', pt: 'Caligrafia' },
	more: { en: 'Template, External ID, date', pt: 'Modelo, External ID, data' },
	template: { en: 'Template', pt: 'Modelo' },
	externalId: { en: 'Your own ID', pt: 'Sua identificação' },
	schedule: { en: 'Not before', pt: 'Não antes de' },
	none: { en: 'none', pt: 'sem' },
	order: { en: 'Order the letter', pt: 'Encomendar a carta' },
	ordered: { en: 'The letter is in the queue', pt: 'A carta entrou na fila' },
	noAnswer: {
		en: 'No answer came, so the letter may have been ordered. Order it again without a change: the same Idempotency-Key makes no second letter.',
		pt: 'Não houve resposta, e a carta pode ter sido encomendada. Encomende de novo sem mudar nada: com a mesma Idempotency-Key não há segunda carta.',
	},
} as const satisfies Section;
