/** The fault switches; each has a name and, under the same key with "Why", what it is good for. */
import type { Section } from './row';

export const FAULTS = {
	about: {
		en: 'Break it here first. Requests and Deliveries mark what went wrong.',
		pt: 'Provoque as falhas aqui primeiro. O que falhar fica marcado em Requisições e Eventos.',
	},
	sending: { en: 'Sending letters', pt: 'Envio de cartas' },
	receiving: { en: 'Receiving events', pt: 'Recebimento de eventos' },
	usedUp: { en: 'used {number}×, finished', pt: 'ocorreu {number}×, esgotada' },
	waiting: { en: 'waiting', pt: 'aguardando' },
	struck: { en: 'used {number}×', pt: 'ocorreu {number}×' },
	on: { en: 'On: {name}', pt: 'Ligada: {name}' },
	off: { en: 'Off: {name}', pt: 'Desligada: {name}' },
	remove: { en: 'Remove the rule', pt: 'Remover a regra' },
	removed: { en: 'The rule is gone', pt: 'Regra removida' },
	inForce: { en: 'Rules in force', pt: 'Regras ativas' },
	none: { en: 'None. The service behaves.', pt: 'Nenhuma. O serviço está se comportando bem.' },
	order: {
		en: 'The first rule that applies decides. Any change on this page resets all counts.',
		pt: 'Vale a primeira regra que se aplicar. Qualquer mudança nesta página zera todas as contagens.',
	},
	removeOne: { en: 'Remove {number} rule', pt: 'Remover {number} regra' },
	removeMany: { en: 'Remove {number} rules', pt: 'Remover {number} regras' },
	allOff: { en: 'All faults are off', pt: 'Todas as falhas estão desligadas' },
	ownRule: { en: 'Your own rule', pt: 'Sua própria regra' },
	ruleLabel: { en: 'Rule as JSON', pt: 'Regra em JSON' },
	add: { en: 'Add the rule', pt: 'Adicionar a regra' },
	added: { en: 'The rule is in force', pt: 'A regra está ativa' },
	notAnObject: { en: 'A rule is a JSON object', pt: 'Uma regra é um objeto JSON' },
	notJson: { en: 'Not JSON: {problem}', pt: 'Não é JSON: {problem}' },
} as const satisfies Section;

export const PRESETS = {
	cut: { en: 'Next letter: accepted, answer lost', pt: 'Próxima carta: aceita, resposta perdida' },
	cutWhy: {
		en: 'The connection closes after the order. A retry with the same key must get the same letter.',
		pt: 'A conexão cai depois da encomenda. Uma nova tentativa com a mesma chave deve trazer a mesma carta.',
	},
	after: { en: 'Next letter: accepted, then 500', pt: 'Próxima carta: aceita, depois 500' },
	afterWhy: {
		en: 'The service has taken the order and says that it failed. A retry with the same key must get the same letter.',
		pt: 'O serviço aceitou a encomenda e diz que falhou. Uma nova tentativa com a mesma chave deve trazer a mesma carta.',
	},
	malformed: { en: 'Next letter: half an answer', pt: 'Próxima carta: resposta pela metade' },
	malformedWhy: {
		en: 'Accepted, but the JSON ends in the middle.',
		pt: 'Aceita, mas o JSON termina no meio.',
	},
	reset: { en: 'Next call: connection reset', pt: 'Próxima chamada: conexão derrubada' },
	resetWhy: { en: 'Nothing was done, nothing comes back.', pt: 'Nada foi feito e nada volta.' },
	html: { en: 'Next call: 502 as a web page', pt: 'Próxima chamada: 502 como página web' },
	htmlWhy: {
		en: 'From a proxy that has lost the service. A client that reads it as JSON breaks.',
		pt: 'De um proxy que perdeu o serviço. Um cliente que a lê como JSON quebra.',
	},
	rateLimit: {
		en: 'Next 2 calls: rate limit, wait 3 s',
		pt: 'Próximas 2 chamadas: limite, esperar 3 s',
	},
	rateLimitWhy: {
		en: '429 with Retry-After: 3. A client that comes back earlier has not read it.',
		pt: '429 com Retry-After: 3. Quem volta antes disso não leu o cabeçalho.',
	},
	everyFifth: { en: 'Every 5th call: 500', pt: 'Uma a cada 5 chamadas: 500' },
	everyFifthWhy: {
		en: 'Safe to retry: no letter may be ordered twice.',
		pt: 'Pode tentar de novo sem medo; nenhuma carta deve ser encomendada duas vezes.',
	},
	oneInTen: { en: 'About one call in ten: 503', pt: 'Cerca de uma em cada dez chamadas: 503' },
	oneInTenWhy: {
		en: 'By chance, but in the same sequence every time (seed 7).',
		pt: 'Por sorteio, mas sempre o mesmo sorteio (seed 7).',
	},
	slow: { en: 'Every call: slow, 2 s', pt: 'Toda chamada: lenta, 2 s' },
	slowWhy: { en: 'Done at once, answered late.', pt: 'Feita na hora, respondida com atraso.' },
	revoked: { en: 'Every call: key revoked', pt: 'Toda chamada: chave revogada' },
	revokedWhy: {
		en: '401 until you switch it off. Retrying does not help, and should not be tried.',
		pt: '401 até você desligar. Tentar de novo não adianta, e o cliente não deve insistir.',
	},
	badSignature: { en: 'Next event: bad signature', pt: 'Próximo evento: assinatura inválida' },
	badSignatureWhy: {
		en: 'A forgery. The receiver must reject the event and start nothing.',
		pt: 'Uma falsificação. O destino deve recusar o evento e não iniciar nada.',
	},
	tampered: { en: 'Next event: changed on its way', pt: 'Próximo evento: alterado no caminho' },
	tamperedWhy: {
		en: 'The signature is that of another body. The receiver must reject the event and start nothing.',
		pt: 'A assinatura é de outro corpo. O destino deve recusar o evento e não iniciar nada.',
	},
	unsigned: { en: 'Next event: no signature', pt: 'Próximo evento: sem assinatura' },
	unsignedWhy: {
		en: 'The header is missing. The receiver must reject the event and start nothing.',
		pt: 'Falta o cabeçalho. O destino deve recusar o evento e não iniciar nada.',
	},
	stale: { en: 'Next event: stale', pt: 'Próximo evento: antigo' },
	staleWhy: {
		en: 'Correctly signed, but long ago: a replay.',
		pt: 'Assinado corretamente, mas há muito tempo: um replay.',
	},
	future: { en: 'Next event: from the future', pt: 'Próximo evento: do futuro' },
	futureWhy: {
		en: 'A timestamp that has not come yet.',
		pt: 'Um horário (timestamp) que ainda não chegou.',
	},
	milliseconds: { en: 'Next event: milliseconds', pt: 'Próximo evento: milissegundos' },
	millisecondsWhy: {
		en: 'The timestamp in the wrong unit.',
		pt: 'O timestamp na unidade errada.',
	},
	duplicate: { en: 'Next event: delivered twice', pt: 'Próximo evento: enviado duas vezes' },
	duplicateWhy: {
		en: 'At least once means sometimes twice. The workflow should run once.',
		pt: '“Pelo menos uma vez” às vezes são duas. O fluxo deve rodar uma vez só.',
	},
	late: { en: 'Next event: 3 s late', pt: 'Próximo evento: 3 s de atraso' },
	lateWhy: {
		en: 'The later events of the letter do not wait for it.',
		pt: 'Os eventos posteriores da carta não esperam por ele.',
	},
	outOfOrder: { en: 'Next event: out of order', pt: 'Próximo evento: fora de ordem' },
	outOfOrderWhy: {
		en: 'A later event of the letter overtakes it.',
		pt: 'Um evento posterior da carta chega antes dele.',
	},
	oldSecret: { en: 'Next event: old secret', pt: 'Próximo evento: segredo antigo' },
	oldSecretWhy: {
		en: 'Signed with the secret before the change.',
		pt: 'Assinado com o segredo anterior à troca.',
	},
	mismatch: { en: 'Next event: header and body differ', pt: 'Próximo evento: cabeçalho e corpo diferentes' },
	mismatchWhy: {
		en: 'Genuine, but the two name different events.',
		pt: 'Autêntico, mas os dois trazem eventos diferentes.',
	},
} as const satisfies Section;
