/** What the control API refuses in daily use, by its code; anything else is told in the API's own words. */
import type { Section } from './row';

export const REFUSALS = {
	illegal_transition: {
		en: 'The letter has moved on: this step is no longer possible',
		pt: 'A carta já avançou: esta etapa não é mais possível',
	},
	no_webhook: {
		en: 'No receiver takes this event: under Settings, enter a URL or choose the event',
		pt: 'Nenhum destino recebe este evento: em Configurações, informe uma URL ou escolha o evento',
	},
	delivery_not_found: { en: 'This event is no longer kept', pt: 'Este evento não está mais guardado' },
} as const satisfies Section;
