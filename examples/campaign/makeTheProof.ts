import type { CodeNode, Item } from '../codeNode';
import { escapeHtml } from '../escapeHtml';
import { looseId } from './orderId';
import type { Campaign, Checked, Judged, Proof, Row, State } from './types';
import type { Words } from './words/words';

type Shown = Judged & Pick<Checked, 'warnings' | 'request'>;

// What is not known in this language is shown in the words of the node.
function say(remark: string, { fields, known, other }: Words['remarks']): string {
	const [pattern, said] = known.find(([one]) => one.test(remark)) ?? [];
	if (pattern === undefined || said === undefined) return other(remark);
	const text = typeof said === 'string' ? remark.replace(pattern, said) : remark.replace(pattern, said);
	const name = Object.keys(fields).find((field) => remark.startsWith(`${field} `));
	if (name === undefined) return text;
	return text.replace(/^(Postal Code) \(CEP\)/, '$1').replace(name, fields[name] ?? name);
}

function card(
	{ row_number, order, state, problems, warnings, request }: Shown,
	row: Row,
	rowWord: string,
): string {
	const remarks = [
		...problems.map((problem) => `<em>${escapeHtml(problem)}</em>`),
		...warnings.map((warning) => `<u>${escapeHtml(warning)}</u>`),
	];
	const to = request?.to ?? { ...row, address_line1: row.street, address_line2: row.complement };
	const lines = [
		to.address_line1,
		to.address_line2,
		[to.zip, to.city, to.state].filter(Boolean).join(' '),
		to.country === 'BR' ? '' : to.country,
	];
	return [
		`<li><h5>${rowWord} ${row_number ?? ''}<sub>${escapeHtml(order)}</sub></h5>`,
		...(state === 'before' ? [] : remarks),
		`<p><b>${escapeHtml(to.name)}</b><br>${lines.filter(Boolean).map(escapeHtml).join('<br>')}</p>`,
		`<pre>${escapeHtml(request?.message ?? row.message)}</pre></li>`,
	].join('');
}

// A fact of the run stands on each of its letters: more than it takes.
const LIMIT = /^This run has \d+ letters, but .* is (\d+):/;

// One letter for each row, with what the sheet and the check say of it: to correct, to look at, fine, or ordered
// before.
function judge({ $ }: Pick<CodeNode<unknown, Campaign>, '$'>, words: Words): Shown[] {
	const checked = $('Check the Letters').all();
	const listed = $('Ordered Before')
		.all()
		.map(({ json }) => json)
		.filter(({ account }) => account === checked[0]?.json.account);
	const sent = listed.filter(({ letter_id }) => letter_id);
	const list = new Set(sent.map(({ external_id }) => external_id));
	const likeIt = new Map(sent.map((letter) => [looseId(letter.external_id ?? ''), letter]));
	const leftOut = new Map(
		listed.filter(({ outcome }) => outcome === 'left_out').map((letter) => [letter.external_id, letter]),
	);
	const rows = $('Read the Rows').all();
	const sayAll = (remarks: string[]) => remarks.map((remark) => say(remark, words.remarks));
	return checked.map(({ json: { item, request, outcome, ...said } }) => {
		const { row_number, order, faults, doubts } = rows[item - 1]?.json as Row;
		const like = list.has(order) ? undefined : likeIt.get(looseId(order));
		const left = leftOut.get(order);
		const problems = [...faults, ...sayAll(said.problems)];
		const warnings = [
			...(left === undefined ? [] : [words.proof.leftOut(left.outcome_date)]),
			...(like === undefined ? [] : [words.proof.likeIt(order, like)]),
			...doubts,
			...sayAll(said.warnings.filter((warning) => !LIMIT.test(warning))),
		];
		const isWrong = outcome !== 'fine' || faults.length > 0;
		const judged: State = isWrong ? 'correct' : warnings.length > 0 ? 'look' : 'fine';
		return {
			item,
			row_number,
			order,
			state: list.has(order) ? 'before' : judged,
			problems,
			warnings,
			request,
		};
	});
}

// How many letters a run takes, where there are more.
const limitOf = ({ $ }: Pick<CodeNode<unknown, Campaign>, '$'>): number => {
	const warnings = $('Check the Letters')
		.all()
		.flatMap(({ json }) => json.warnings);
	const [, most = Infinity] =
		warnings.map((warning) => LIMIT.exec(warning) ?? []).find(({ length }) => length > 0) ?? [];
	return Number(most);
};

// "8,90", "R$ 1.234,50" or 8.9; undefined where it cannot be read, and 0 where there is none.
function readPrice(price: string | number): number | undefined {
	const text = String(price).replace(/^\s*(?:R\$|US\$|[€$£]|[A-Z]{3})?\s*|\s+$/g, '');
	if (text === '') return 0;
	const comma = /^(?:\d{1,3}(?:\.\d{3})+|\d+),\d{1,2}$|^\d{1,3}(?:\.\d{3})+$/;
	const point = /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d{1,2})?$/;
	if (comma.test(text)) return Number(text.replaceAll('.', '').replace(',', '.'));
	return point.test(text) ? Number(text.replaceAll(',', '')) : undefined;
}

const isGood = ({ state }: Shown) => ['fine', 'look'].includes(state);

// The letters by what is to be done about them, those to correct first.
function showLetters(letters: Shown[], rows: Row[], proof: Words['proof']): string {
	const part = (title: string, state: State) => {
		const some = letters.filter((letter) => letter.row_number !== null && letter.state === state);
		const cards = some.map((letter) => card(letter, rows[letter.item - 1] as Row, proof.row));
		return some.length === 0 ? '' : `<h3>${title} <sub>${some.length}</sub></h3><ul>${cards.join('')}</ul>`;
	};
	return [
		part(proof.correct, 'correct'),
		part(proof.look, 'look'),
		part(proof.fine, 'fine'),
		part(proof.before, 'before'),
	].join('');
}

export function makeTheProof({ $ }: CodeNode<unknown, Campaign>, words: Words): Array<Item<Proof>> {
	const proof = words.proof;
	const { price: given, currency } = $('Settings').first().json;
	const price = readPrice(given);
	const rows = $('Read the Rows')
		.all()
		.map(({ json }) => json);
	const letters = judge({ $ }, words);
	const sheet = letters.filter(({ row_number }) => row_number !== null);
	const of = (state: State) => sheet.filter((letter) => letter.state === state);
	const [fine, look, correct, before] = [of('fine'), of('look'), of('correct'), of('before')];
	const trial = letters.find(({ row_number }) => row_number === null);
	const possible = fine.length + look.length;

	const inWords = (sum: number) => sum.toLocaleString(proof.locale, { style: 'currency', currency });
	const money = (count: number) => (price ? ` · ${inWords(count * price)}` : '');
	const choices: Proof['choices'] = [{ kind: 'none', option: proof.none }];
	if (trial && isGood(trial)) choices.unshift({ kind: 'trial', option: proof.trial + money(1) });
	if (look.length > 0) choices.unshift({ kind: 'all', option: proof.all(possible) + money(possible) });
	if (fine.length > 0)
		choices.unshift({ kind: 'fine', option: proof.allFine(fine.length) + money(fine.length) });

	const html = showLetters(letters, rows, proof);
	const { choose, except } = words.questions;
	const options = choices.map(({ option }) => ({ option }));
	const fields = [
		{ fieldLabel: choose, fieldType: 'radio', requiredField: true, fieldOptions: { values: options } },
		...(possible > 0 ? [{ fieldLabel: except, fieldType: 'text', placeholder: '16, 31-32' }] : []),
		{ fieldType: 'html', elementName: 'letters', html },
	];
	const most = limitOf({ $ });
	const description = [
		...(rows[0]?.about ?? []),
		possible > most ? proof.limit(possible, most) : '',
		price === undefined ? proof.priceUnclear(String(given)) : '',
		proof.toOrder(possible) + money(possible),
		before.length > 0 ? proof.orderedBefore(before.length) : '',
		trial && !isGood(trial) ? proof.trialWrong(trial.problems) : '',
		proof.warning,
	];
	const json = {
		title: proof.counts(fine.length, look.length, correct.length),
		description: description.filter(Boolean).map(escapeHtml).join('\n'),
		button: possible === 0 ? proof.confirm : `${proof.confirm}: ${proof.upTo(possible)}${money(possible)}`,
		// n8n puts the value into the text of the parameter, where a dollar sign would have a meaning.
		fields: JSON.stringify(fields).replaceAll('$', '\\u0024'),
		choices,
		most: Number.isFinite(most) ? most : null,
		letters: letters.map(({ item, row_number, order, state, problems }) => {
			return { item, row_number, order, state, problems };
		}),
	};
	return [{ json }];
}
