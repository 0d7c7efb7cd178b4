/** The states and events of a letter. The English labels of events are those of the contract. */
import type { CardEventName, CardStatus } from '../api/model';
import type { Row, Section } from './row';

export const STATUSES = {
	queued: { en: 'Queued', pt: 'Na fila' },
	writing: { en: 'Writing', pt: 'Sendo escrita' },
	posted: { en: 'Posted', pt: 'Postada' },
	in_transit: { en: 'In transit', pt: 'Em trânsito' },
	delivered: { en: 'Delivered', pt: 'Entregue' },
	returned: { en: 'Returned', pt: 'Devolvida' },
} as const satisfies Readonly<Record<CardStatus, Row>>;

export const EVENTS = {
	'card.created': { en: 'Created', pt: 'Criada' },
	'card.written': { en: 'Written', pt: 'Escrita' },
	'card.shipped': { en: 'Shipped', pt: 'Postada' },
	'card.delivered': { en: 'Delivered', pt: 'Entregue' },
	'card.returned': { en: 'Returned', pt: 'Devolvida' },
} as const satisfies Readonly<Record<CardEventName, Row>>;

/** The templates of the sandbox; the API gives their English names. */
export const TEMPLATE_NAMES = {
	tpl_thank_you: { en: 'Thank you', pt: 'Agradecimento' },
	tpl_welcome: { en: 'Welcome', pt: 'Boas-vindas' },
	tpl_birthday: { en: 'Birthday', pt: 'Aniversário' },
} as const satisfies Section;
