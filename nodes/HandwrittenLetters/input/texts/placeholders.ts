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
	variavel variable campo field placeholder`);
/** They stand between or beside those; an article at the beginning makes a remark of it. */
const FILLERS = words(`
	seu sua teu tua meu minha nosso nossa su tu mi nuestro nuestra your my our
	de do da dos das del of for o a os as el la los las the
	completo completa full primeiro ultimo first last primer segundo mail postal
	aqui here insira inserir insert inserte insertar coloque escreva digite preencha enter add put`);
const ARTICLES = words('o a os as um uma el la los las un una the');

/** What mail-merge programs leave where they found no value. */
const MERGE_MARKS =
	/\*\|[^|*\n]{1,60}\|\*|(?<![\p{N}%])%[\p{L}_][\p{L}\p{N}_]{1,40}%|<<[\p{L}_][\p{L}\p{N}_]{0,40}>>/u;

const BRACKETS = /\[([^[\]\n]{1,60})\]|\{([^{}\n]{1,60})\}|<([^<>\n]{1,60})>|«([^«»\n]{1,60})»/gu;

/** As it stands in the text, for example `[Seu nome]`. */
export function findPlaceholder(text: string): string | undefined {
	const mark = MERGE_MARKS.exec(text)?.[0];
	if (mark !== undefined) return mark;
	for (const [whole, square, curly, angle, quoted] of text.matchAll(BRACKETS)) {
		if (namesField(square ?? curly ?? angle ?? '') || (quoted !== undefined && isMergeField(quoted))) {
			return whole;
		}
	}
	return undefined;
}

/** Nothing but words that name a field. */
function namesField(content: string): boolean {
	const all = wordsOf(content);
	const [first = ''] = all;
	return all.some(isField) && all.every((word) => isField(word) || FILLERS.has(word)) && !ARTICLES.has(first);
}

/** They quote as well, in Portuguese and Spanish: who writes «cliente» speaks of one. */
function isMergeField(content: string): boolean {
	if (!namesField(content)) return false;
	return wordsOf(content).some((word) => NAMES.has(word)) || /^\p{Lu}|_/u.test(content);
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
