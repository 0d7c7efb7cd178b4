/**
 * A place that nobody filled in: `[Seu nome]`, `{product}`, `*|FNAME|*`. What only looks like one, such
 * as `[sic]`, `[risos]` or «Sim», is left to a person who checks.
 */

/** What letters are usually personalised with, in Portuguese, English and Spanish, without accents. */
const NAMES = words(`
	nome sobrenome apelido name surname firstname lastname fullname nickname fname lname nombre apellido apellidos
	nomecliente nomecompleto primeironome`);
const OTHER_FIELDS = words(`
	cliente client customer recipient destinatario destinataria remetente sender remitente
	doador doadora donor donante membro member miembro aluno student paciente patient hospede guest
	produto producto product servico servicio service marca brand empresa company companhia organizacao
	organization organizacion loja store shop tienda departamento department cargo position titulo title
	endereco address direccion rua street cidade city ciudad estado state cep zip pais country bairro
	telefone telefono phone celular email link url website site data date fecha
	valor value preco price precio amount quantidade quantity cantidad pedido order numero number id
	codigo code cupom coupon cupon desconto discount descuento fatura invoice factura
	assinatura signature firma mensagem message mensaje texto text evento event
	contact contato contacto motivo reason razon detalhe detail detalle mail
	variavel variable campo field placeholder`);
/** They stand between or beside those. */
const FILLERS = words(`
	seu sua teu tua meu minha nosso nossa su tu mi nuestro nuestra your my our
	de do da dos das del of for o a os as el la los las the
	completo completa full primeiro ultimo first last primer segundo postal line linha linea
	sr sra mr mrs ms dr dra e y and ou or s today hoje hoy atual actual current
	information informacao informacoes informacion specific especifico especifica mention mencione mergefield fallback
	aqui here insira inserir insert inserte insertar coloque escreva digite preencha enter add put`);
/** At the beginning they make a remark of it: "[the old store]", "[da empresa]". */
const OF_REMARKS = words('o a os as um uma el la los las un una the de do da dos das del of for');
const MINE = words('meu minha nosso nossa mi nuestro nuestra my our');

/** Asks to be filled in, whatever with. */
const ASKS = /^(?:insert|insira|inserir|insertar?|inserte)\s/iu;
const ASKS_IN_ROUND =
	/^(?:insert|insira|inserir|inserte)\s|^(?:seu|sua|su|tu|your)\s.*\s(?:aqui|aquí|here)$/iu;

/** What mail-merge programs leave where they found no value. */
const MERGE_MARKS =
	/\*\|[^|*\n]{1,60}\|\*|%%[^%\n]{1,60}%%|(?<![\p{N}%])%[\p{L}_][\p{L}\p{N}_.]{1,40}%|<<[\p{L}_][\p{L}\p{N}_]{0,40}>>|\{%[^{}\n]{1,60}%\}|\{![\p{L}_.]{1,60}\}|\{\d\}|\[(?:X{3,}|_{2,})\]/u;

const MARKED = /([#@$|]|__)\1?([\p{L}_]{2,40})\1/gu;

/** Without other brackets, which may hold the placeholder. */
const INSIDE = String.raw`([^[\]{}<>«»\n]{1,60})`;
const PLAIN = String.raw`([^()[\]{}<>«»\n]{1,60})`;
const BRACKETS = new RegExp(
	String.raw`\[${INSIDE}\]|\{${INSIDE}\}|<${INSIDE}>|\(${PLAIN}\)|«${PLAIN}»`,
	'gu',
);

/** As it stands in the text, for example `[Seu nome]`. */
export function findPlaceholder(text: string): string | undefined {
	const mark = MERGE_MARKS.exec(text)?.[0];
	if (mark !== undefined) return mark;
	const [marked] = [...text.matchAll(MARKED)].find(([, , content = '']) => namesField(content)) ?? [];
	if (marked !== undefined) return marked;
	for (const match of text.matchAll(BRACKETS)) {
		const [whole, square, curly, angle, round, quoted] = match;
		const content = square ?? curly ?? angle;
		if (content !== undefined && (namesField(content) || ASKS.test(content.trim()))) return whole;
		if (round !== undefined && ASKS_IN_ROUND.test(round) && namesField(round)) return whole;
		const after = text.slice(match.index + whole.length);
		if (quoted !== undefined && isMergeField(quoted, text.slice(0, match.index), after)) return whole;
	}
	return undefined;
}

/** Nothing but words that name a field. */
function namesField(content: string): boolean {
	const filled = content.replace(/(?<=\w)=.*$/u, '');
	const all = wordsOf(filled);
	const [first = ''] = all;
	if (!all.some(isField) || !all.every((word) => isField(word) || FILLERS.has(word))) return false;
	if (all.some((word) => NAMES.has(word))) return !OF_REMARKS.has(first);
	// "[Loja 5]" is an address.
	if (all.length === 1 && /\d/.test(filled) && !filled.includes('_')) return false;
	return !OF_REMARKS.has(first) && !(MINE.has(first) && /^\p{Ll}/u.test(filled.trim()));
}

/** They quote as well, in Portuguese and Spanish: who writes «cliente» speaks of one. */
function isMergeField(content: string, before: string, after: string): boolean {
	if (!namesField(content)) return false;
	if (content.includes('_') || wordsOf(content).some((word) => NAMES.has(word))) return true;
	if (!/^\p{Lu}/u.test(content)) return false;
	const said = before.trimEnd();
	const isFirst = said === '' || /[.!?…:]$/u.test(said.slice(-1)) || before.slice(said.length).includes('\n');
	return !(isFirst && /^ +\p{Ll}/u.test(after));
}

const isField = (word: string): boolean => NAMES.has(word) || OTHER_FIELDS.has(word);

/** Of `firstName`, `customer.name` or `Nome do cliente`. */
function wordsOf(content: string): string[] {
	const parts = content.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').normalize('NFD');
	return (
		parts
			.replace(/\p{M}/gu, '')
			.toLowerCase()
			.match(/\p{L}+/gu) ?? []
	);
}

function words(text: string): Set<string> {
	return new Set(text.trim().split(/\s+/));
}
