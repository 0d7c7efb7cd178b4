/** The settings of the sandbox. */
import type { Section } from './row';

export const SETTINGS = {
	about: {
		en: 'They hold until the sandbox stops, with {data} beyond that. All of it is an API: {docs}, {openapi}.',
		pt: 'Valem até o sandbox parar; com {data}, também depois. Tudo isto é uma API: {docs}, {openapi}.',
	},
	credential: { en: 'Credential in n8n', pt: 'Credencial no n8n' },
	secretHint: {
		en: 'The secret is the one a sandbox starts with; one of your own is never shown.',
		pt: 'O segredo é o que todo sandbox usa ao iniciar; um que você definir nunca é mostrado.',
	},
	script: { en: 'All of this from a script', pt: 'Tudo isto por script' },
	scriptHint: {
		en: 'The console does nothing that a call could not do.',
		pt: 'O console não faz nada que uma chamada à API não faça.',
	},
	sampleKey: { en: 'Key for sample letters', pt: 'Chave para as cartas de exemplo' },
	sampleKeyHint: {
		en: 'What {option} was started with, if it was.',
		pt: 'O valor de {option}, se o sandbox foi iniciado com essa opção.',
	},
	useKey: { en: 'Use it', pt: 'Usar' },
	keyInUse: {
		en: 'The console uses this key in this tab',
		pt: 'O console passa a usar esta chave nesta aba',
	},
	limit: { en: 'Rate limit', pt: 'Limite de requisições' },
	saveLimit: { en: 'Save the limit', pt: 'Salvar o limite' },
	noLimit: { en: 'No rate limit', pt: 'Sem limite de requisições' },
	limitIs: {
		en: '{limit} requests per {seconds} s',
		pt: '{limit} requisições a cada {seconds} s',
	},
	plans: { en: 'Plans', pt: 'Planos' },
	requests: { en: 'Requests', pt: 'Requisições' },
	perSeconds: { en: 'per seconds', pt: 'a cada (segundos)' },
	unlimited: { en: 'unlimited', pt: 'sem limite' },
	speed: { en: 'Speed of the post', pt: 'Velocidade do correio' },
	saveSpeed: { en: 'Save the speed', pt: 'Salvar a velocidade' },
	speeds: { en: 'Ready-made speeds', pt: 'Velocidades prontas' },
	manual: { en: 'By hand', pt: 'Manual' },
	manualHint: { en: 'by hand', pt: 'manual' },
	fiveSeconds: { en: '5 s a step', pt: '5 s por etapa' },
	oneMinute: { en: '1 min a step', pt: '1 min por etapa' },
	oneDay: { en: '1 day a step', pt: '1 dia por etapa' },
	movesByHand: { en: 'Letters move by hand', pt: 'As cartas só avançam quando você manda' },
	movesBySeconds: {
		en: 'Letters take {seconds} s for each step',
		pt: 'As cartas levam {seconds} s em cada etapa',
	},
	stepSeconds: {
		en: 'Seconds of sandbox time for each step',
		pt: 'Segundos (no relógio do sandbox) por etapa',
	},
	speedHint: {
		en: 'With a day a step, the clock’s “+1 day” moves every letter once.',
		pt: 'Com um dia por etapa, o “+1 dia” do relógio avança cada carta uma vez.',
	},
	webhook: { en: 'Webhook', pt: 'Webhook' },
	saveWebhook: { en: 'Save the webhook', pt: 'Salvar o webhook' },
	deliveredNowhere: { en: 'Events are delivered nowhere', pt: 'Os eventos não são enviados' },
	eventsGoTo: { en: 'Events go to {url}', pt: 'Os eventos vão para {url}' },
	url: { en: 'URL', pt: 'URL' },
	urlHint: {
		en: 'The trigger’s Production URL, or its Test URL, which takes one event after “Listen for test event”. Empty: no deliveries.',
		pt: 'A Production URL do gatilho, ou a Test URL, que recebe um evento depois de “Listen for test event”. Vazio: nada é enviado.',
	},
	secret: { en: 'Secret', pt: 'Segredo' },
	unchanged: { en: 'unchanged', pt: 'manter o atual' },
	secretUse: {
		en: 'Signs the events from the next attempt on. It is never shown.',
		pt: 'Assina os eventos a partir da próxima tentativa. Nunca é mostrado.',
	},
	headerPrefix: { en: 'Header prefix', pt: 'Prefixo dos cabeçalhos' },
	startOver: { en: 'Start over', pt: 'Recomeçar' },
	resetHint: {
		en: 'Takes away all letters, deliveries, requests, remembered keys and faults. Settings stay.',
		pt: 'Apaga todas as cartas, eventos, requisições, chaves guardadas e falhas. As configurações ficam.',
	},
	resetSandbox: { en: 'Reset the sandbox …', pt: 'Zerar o sandbox …' },
	resetQuestion: { en: 'Reset the sandbox?', pt: 'Zerar o sandbox?' },
	oneWillGo: {
		en: '{number} letter and everything known about it will be gone.',
		pt: '{number} carta será apagada, com tudo o que se sabe dela.',
	},
	manyWillGo: {
		en: '{number} letters and everything known about them will be gone.',
		pt: '{number} cartas serão apagadas, com tudo o que se sabe delas.',
	},
	emptied: { en: 'The sandbox is empty', pt: 'O sandbox está vazio' },
	reset: { en: 'Reset', pt: 'Zerar' },
	keep: { en: 'Keep them', pt: 'Manter' },
} as const satisfies Section;
