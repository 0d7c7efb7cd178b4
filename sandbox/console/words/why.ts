/** Why a call or an event was refused, and what a receiver computes wrongly. */
import type { Mistake } from '../api/model';
import type { Row, Section } from './row';

export const WHY = {
	title: { en: 'Why?', pt: 'Por quê?' },
	no_key: {
		en: 'There is no API key. Send {bearer}.',
		pt: 'Falta a chave de API. Envie {bearer}.',
	},
	no_scheme: {
		en: 'The Authorization header has no scheme. Send {bearer}.',
		pt: 'O cabeçalho Authorization não tem esquema. Envie {bearer}.',
	},
	other_scheme: {
		en: 'The Authorization header has another scheme, {where}. Send {bearer}.',
		pt: 'O cabeçalho Authorization tem outro esquema, {where}. Envie {bearer}.',
	},
	other_header: {
		en: 'The key came in the header {where}. Send {bearer}.',
		pt: 'A chave veio no cabeçalho {where}. Envie {bearer}.',
	},
	in_query: {
		en: 'The key came in the query, as {where}. Send {bearer}.',
		pt: 'A chave veio na URL, como {where}. Envie {bearer}.',
	},
	wrong_key: {
		en: 'The header is right, but this sandbox has no such key. See Values for your client under Settings.',
		pt: 'O cabeçalho está certo, mas este sandbox não tem essa chave. Veja Valores para o seu cliente em Configurações.',
	},
	otherContents: {
		en: 'It differs from the first call with this key, {first}:',
		pt: 'Ela difere da primeira chamada com esta chave, {first}:',
	},
	notComparable: {
		en: 'It differs from the first call with this key, {first}, but one of the two bodies was not kept whole.',
		pt: 'Ela difere da primeira chamada com esta chave, {first}, mas um dos dois corpos não foi guardado inteiro.',
	},
	firstGone: {
		en: 'It differs from the first call with this key, which is no longer kept.',
		pt: 'Ela difere da primeira chamada com esta chave, que não está mais guardada.',
	},
	missing: { en: 'missing', pt: 'ausente' },
	byFault: {
		en: 'The fault {fault} changed this call on purpose. See {faults}.',
		pt: 'A falha {fault} alterou esta chamada de propósito. Veja {faults}.',
	},
	byReceiver: {
		en: 'Your receiver answered {status}. If it checks the signature, compare the one that it computed with this one.',
		pt: 'O seu destino respondeu {status}. Se ele confere a assinatura, compare a que ele calculou com esta.',
	},
} as const satisfies Section;

export const MISTAKES = {
	parsed_body: {
		en: 'The body was parsed and written again. Sign the bytes as they came, before anything parses them.',
		pt: 'O corpo foi lido e escrito de novo. Assine os bytes como chegaram, antes de qualquer leitura.',
	},
	old_secret: {
		en: 'The secret is the one before the last change.',
		pt: 'O segredo é o anterior à última troca.',
	},
	secret_newline: {
		en: 'The secret ends with a line break.',
		pt: 'O segredo termina com uma quebra de linha.',
	},
	milliseconds: { en: 'The timestamp is in milliseconds.', pt: 'O timestamp está em milissegundos.' },
	no_timestamp: { en: 'The timestamp and its dot are missing.', pt: 'Faltam o timestamp e o ponto.' },
	missing_dot: {
		en: 'The dot between the timestamp and the body is missing.',
		pt: 'Falta o ponto entre o timestamp e o corpo.',
	},
	base64: { en: 'It is in Base64 instead of hex.', pt: 'Está em Base64 em vez de hexadecimal.' },
	trailing_newline: {
		en: 'The body ends with a line break that was not sent.',
		pt: 'O corpo termina com uma quebra de linha que não foi enviada.',
	},
} as const satisfies Readonly<Record<Mistake, Row>>;

/** What the control API refuses in daily use, by its code; anything else is told in the API's own words. */
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
