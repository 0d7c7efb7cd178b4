/**
 * A sentence that is only sometimes written: `{{ $json.vip ? 'PS: see you soon' : '' }}`. Its empty
 * text is meant. An empty column is not, and after `||` or `??` an empty text only hides one.
 */

/** Stands for an empty text that was chosen on purpose. */
export const LEFT_OUT = '(a sentence that is left out on purpose)';

/** The same expression with a mark for each empty text that is a branch; undefined where there is none. */
export function markEmptyBranches(expression: string): string | undefined {
	const code = /^\{\{([\s\S]*)\}\}$/.exec(expression)?.[1];
	if (code === undefined) return undefined;
	const places = emptyBranches(code, 0);
	if (places.length === 0) return undefined;
	let marked = code;
	for (const [start, end] of places.toReversed()) {
		marked = `${marked.slice(0, start)}'${LEFT_OUT}'${marked.slice(end)}`;
	}
	return `{{${marked}}}`;
}

type Place = [start: number, end: number];

/** Where the empty texts stand that are branches of the whole code, or of a branch of it. */
function emptyBranches(code: string, offset: number): Place[] {
	const [start, end] = [code.search(/\S/), code.trimEnd().length];
	if (start === -1) return [];
	const inner = code.slice(start, end);
	return branchesOf(inner).flatMap(([from, to]): Place[] => {
		const branch = inner.slice(from, to);
		const at = offset + start + from;
		const [first, length] = [branch.search(/\S/), branch.trim().length];
		if (/^(?:''|""|``)$/.test(branch.trim())) return [[at + first, at + first + length]];
		return emptyBranches(branch, at);
	});
}

/** The branches of `a ? b : c` and of `$if(a, b, c)`, also in brackets. */
function branchesOf(code: string): Place[] {
	const marks = topLevelMarks(code);
	const question = marks.findIndex(({ sign }) => sign === '?');
	if (question !== -1) {
		const colon = matchingColon(marks, question);
		const [from, between] = [marks[question]?.at ?? 0, colon?.at];
		return between === undefined
			? []
			: [
					[from + 1, between],
					[between + 1, code.length],
				];
	}
	const call = /^(?:\$if\s*)?\(/.exec(code)?.[0];
	if (call === undefined || closing(code, call.length - 1) !== code.length - 1) return [];
	const inside = code.slice(call.length, -1);
	if (call === '(') return branchesOf(inside).map(([from, to]): Place => [from + 1, to + 1]);
	const commas = topLevelMarks(inside).filter(({ sign }) => sign === ',');
	return commas.map(({ at }, index): Place => [
		call.length + at + 1,
		call.length + (commas[index + 1]?.at ?? inside.length),
	]);
}

interface Mark {
	sign: '?' | ':' | ',';
	at: number;
}

/** In `a ? b ? c : d : e`, the colon of the first question mark is the last one. */
function matchingColon(marks: Mark[], question: number): Mark | undefined {
	let open = 0;
	return marks.slice(question).find(({ sign }) => {
		if (sign === '?') open += 1;
		if (sign === ':') open -= 1;
		return open === 0;
	});
}

/** A text, a regular expression's worth of brackets, `?.`, `??`, or one character. */
const TOKENS = /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`|\?\?=?|\?\.(?!\d)|[\s\S]/g;

function topLevelMarks(code: string): Mark[] {
	const marks: Mark[] = [];
	let depth = 0;
	for (const { 0: token, index } of code.matchAll(TOKENS)) {
		if ('([{'.includes(token)) depth += 1;
		else if (')]}'.includes(token)) depth -= 1;
		else if (depth === 0 && (token === '?' || token === ':' || token === ','))
			marks.push({ sign: token, at: index });
	}
	return marks;
}

/** Where the bracket at this place closes. */
function closing(code: string, opening: number): number {
	let depth = 0;
	for (const { 0: token, index } of code.matchAll(TOKENS)) {
		if (index < opening) continue;
		if ('([{'.includes(token)) depth += 1;
		else if (')]}'.includes(token)) depth -= 1;
		if (depth === 0) return index;
	}
	return -1;
}

/** Two pieces of a text around a sentence that was left out: no double space stays behind. */
export function closeGap(before: string, after: string): [before: string, after: string] {
	const [spaceBefore = '', spaceAfter = ''] = [/\s*$/.exec(before)?.[0], /^\s*/.exec(after)?.[0]];
	const core = {
		before: before.slice(0, before.length - spaceBefore.length),
		after: after.slice(spaceAfter.length),
	};
	if (core.after === '' || core.before === '') return [core.before, core.before === '' ? core.after : ''];
	if (spaceBefore === '' || spaceAfter === '') {
		// "Oi {{ … }}, Ana"
		return /^[,.;:!?…)]/.test(core.after) && spaceAfter === '' ? [core.before, core.after] : [before, after];
	}
	const lines = (space: string): number => space.split('\n').length;
	return lines(spaceAfter) > lines(spaceBefore) ? [core.before, after] : [before, core.after];
}
