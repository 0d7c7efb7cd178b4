/** The frame around every view, and what all views use. */
import type { Section } from './row';

export const SHELL = {
	letters: { en: 'Letters', pt: 'Cartas' },
	deliveries: { en: 'Deliveries', pt: 'Eventos' },
	requests: { en: 'Requests', pt: 'Requisições' },
	faults: { en: 'Faults', pt: 'Falhas' },
	settings: { en: 'Settings', pt: 'Configurações' },
	views: { en: 'Views', pt: 'Seções' },
	title: { en: '{view} · Sandbox', pt: '{view} · Sandbox' },
	skip: { en: 'Skip to the content', pt: 'Ir para o conteúdo' },
	brand: { en: 'Handwritten Letters', pt: 'Handwritten Letters' },
	kind: { en: 'Sandbox', pt: 'Sandbox' },
	keys: { en: 'Keys', pt: 'Atalhos' },
	keysHint: { en: 'Keys (?)', pt: 'Atalhos (?)' },
	gone: { en: 'The sandbox is gone.', pt: 'O sandbox parou.' },
	startAgain: {
		en: 'Start it again the way you started it; this page reconnects by itself. Without {data}, its letters are gone too.',
		pt: 'Inicie de novo como da outra vez; esta página se reconecta sozinha. Sem {data}, as cartas também se perderam.',
	},
	documentation: {
		en: 'All this is also an API: {docs}, {openapi}.',
		pt: 'A API também faz tudo isso: {docs}, {openapi}.',
	},
	docs: { en: 'documentation', pt: 'documentação (em inglês)' },
	time: { en: 'Sandbox time', pt: 'Relógio do sandbox' },
	timeHint: { en: 'The time letters live in', pt: 'O horário que vale para as cartas' },
	hour: { en: '+1 h', pt: '+1 h' },
	hourAhead: { en: 'Move the clock an hour ahead', pt: 'Adiantar o relógio em uma hora' },
	hourLater: { en: 'The sandbox is an hour later now', pt: 'O sandbox avançou uma hora' },
	day: { en: '+1 day', pt: '+1 dia' },
	dayAhead: { en: 'Move the clock a day ahead', pt: 'Adiantar o relógio em um dia' },
	dayLater: { en: 'The sandbox is a day later now', pt: 'O sandbox avançou um dia' },
	lettersStay: {
		en: 'Letters move by hand; to let them move with the clock, set a speed under Settings',
		pt: 'As cartas só avançam quando você manda; para que sigam o relógio, defina uma velocidade em Configurações',
	},
	colours: { en: 'Colours: {theme}', pt: 'Cores: {theme}' },
	changeColours: {
		en: 'Colours: {theme}. Change to {next}',
		pt: 'Cores: {theme}. Mudar para {next}',
	},
	auto: { en: 'like the system', pt: 'tema do sistema' },
	light: { en: 'light', pt: 'tema claro' },
	dark: { en: 'dark', pt: 'tema escuro' },
} as const satisfies Section;

/** What each key does, as the window "Keys" lists it. */
export const KEYS = {
	search: { en: 'Search', pt: 'Buscar' },
	views: {
		en: 'Letters, deliveries, requests, faults, settings',
		pt: 'Cartas, eventos, requisições, falhas, configurações',
	},
	walk: {
		en: 'Next and previous letter, row or switch; on the board, the arrow keys work too',
		pt: 'Item seguinte e anterior de qualquer lista; no quadro, as setas também funcionam',
	},
	enter: { en: 'Enter', pt: 'Enter' },
	open: { en: 'Open it', pt: 'Abrir' },
	escape: { en: 'Esc', pt: 'Esc' },
	back: {
		en: 'Back to the board, out of the search field, close a window',
		pt: 'Voltar ao quadro, sair do campo de busca, fechar uma janela',
	},
	next: { en: 'In a letter: next step', pt: 'Na carta: próxima etapa' },
	deliver: { en: 'In a letter: deliver it', pt: 'Na carta: entregar' },
	giveBack: { en: 'In a letter: return it to the sender', pt: 'Na carta: devolver ao remetente' },
	copy: { en: 'In a letter: copy its id', pt: 'Na carta: copiar o id' },
	list: { en: 'This list', pt: 'Esta lista' },
} as const satisfies Section;

export const UI = {
	copy: { en: 'Copy {label}', pt: 'Copiar {label}' },
	copied: { en: 'Copied', pt: 'Copiado' },
	copiedValue: { en: 'Copied {value}', pt: 'Copiado: {value}' },
	notCopied: { en: 'The browser did not allow copying', pt: 'O navegador não deixou copiar' },
	close: { en: 'Close', pt: 'Fechar' },
	dismiss: { en: 'Dismiss', pt: 'Dispensar' },
	show: { en: 'Show', pt: 'Mostrar' },
	withFault: { en: 'With a fault', pt: 'Com falha' },
	newest: { en: 'The newest {shown} of {total}', pt: 'Os mais recentes: {shown} de {total}' },
	more: { en: 'Show more', pt: 'Mostrar mais' },
	noAnswer: { en: 'The sandbox does not answer', pt: 'O sandbox não responde' },
	daysAgo: { en: '{number} d ago', pt: 'há {number} d' },
	hoursAgo: { en: '{number} h ago', pt: 'há {number} h' },
	minutesAgo: { en: '{number} min ago', pt: 'há {number} min' },
	justNow: { en: 'just now', pt: 'agora mesmo' },
	asCurl: { en: 'Copy as curl', pt: 'Copiar como curl' },
	request: { en: 'Request', pt: 'Requisição' },
	answer: { en: 'Answer', pt: 'Resposta' },
	curl: { en: 'curl command', pt: 'comando curl' },
} as const satisfies Section;
