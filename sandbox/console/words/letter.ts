/** One letter, opened. */
import type { Section } from './row';

export const LETTER = {
	back: { en: 'Letters', pt: 'Cartas' },
	esc: { en: 'esc', pt: 'esc' },
	inPencil: {
		en: 'Still in pencil: the pen starts when the letter leaves the queue.',
		pt: 'Ainda a lápis: a caneta começa quando a carta sai da fila.',
	},
	unknown: { en: 'No such letter', pt: 'Carta não encontrada' },
	unknownWhy: {
		en: 'A reset may have removed it, or the id may be mistyped.',
		pt: 'Talvez o sandbox tenha sido zerado, ou o id esteja com um erro de digitação.',
	},
	notOpened: { en: 'The letter could not be opened', pt: 'Não foi possível abrir a carta' },
	toBoard: { en: 'Back to the board', pt: 'Voltar ao quadro' },
	timeline: { en: 'Timeline', pt: 'Linha do tempo' },
	fields: { en: 'Fields', pt: 'Campos' },
	deliveries: { en: 'Deliveries', pt: 'Eventos enviados' },
	startWriting: { en: 'Start writing', pt: 'Começar a escrever' },
	post: { en: 'Post it', pt: 'Postar' },
	sendOn: { en: 'Send it on its way', pt: 'Pôr a caminho' },
	deliverIt: { en: 'Deliver it', pt: 'Entregar' },
	deliver: { en: 'Deliver', pt: 'Entregar' },
	giveBack: { en: 'Return', pt: 'Devolver' },
	moved: { en: 'The letter is {status}', pt: 'Situação da carta: {status}' },
	final: { en: 'This status is final.', pt: 'Esta situação é definitiva.' },
	noStyle: { en: 'none asked for', pt: 'não informado' },
	templateText: {
		en: '{name} ({id}) with {variables}. The interface names no field for their values.',
		pt: '{name} ({id}) com {variables}. A API não documenta em que campo vão os valores.',
	},
	template: { en: 'Template', pt: 'Modelo' },
	whole: { en: 'Show all {number} characters', pt: 'Mostrar todos os {number} caracteres' },
	variables: { en: 'Variables of the template', pt: 'Variáveis do modelo' },
	envelope: { en: 'Envelope to {name}, {city}', pt: 'Envelope para {name}, {city}' },
	notPosted: { en: 'not posted yet', pt: 'ainda não postado' },
	postmarked: { en: 'stamped and postmarked', pt: 'selado e carimbado' },
	stamp: { en: 'Return to sender', pt: 'Devolvida' },
	stampBelow: { en: 'Devolvido ao remetente', pt: 'ao remetente' },
	cameBack: { en: 'returned to sender', pt: 'devolvido ao remetente' },
} as const satisfies Section;
