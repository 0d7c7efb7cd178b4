import type { CodeNode, Item } from '../codeNode';
import type { ApproveByEmail, Checked } from './types';
import { ALL, CHOICE, SOME } from './types';

interface Answer {
	[CHOICE]?: string;
	Numbers?: string | number | null;
}

const LONGEST = 2000;

/** "1, 3-5". Whoever writes words may mean another thing: then it is none. */
function isNamed(item: number, typed: string): boolean {
	// Cut, it would name other letters than were typed.
	if (typed.length > LONGEST || /[^\d\s,;–-]/.test(typed)) return false;
	// A pattern would look at a run of spaces from every place in it.
	const parts = typed
		.replace(/\s+/g, ' ')
		.replace(/ ?[-–] ?/g, '-')
		.split(/[\s,;]+/);
	return parts.some((part) => {
		const [, from, to = from] = /^(\d+)(?:-(\d+))?$/.exec(part) ?? [];
		return item >= Number(from) && item <= Number(to);
	});
}

export function whatWasApproved({
	$input,
	$,
}: CodeNode<Answer, ApproveByEmail>): Array<Item<{ letters: Checked[] }>> {
	const { [CHOICE]: choice, Numbers: numbers } = $input.first().json;
	const fine = $('Check the Letters')
		.all()
		.filter(({ json }) => json.outcome === 'fine');
	const approved = fine.filter(
		({ json }) => choice === ALL || (choice === SOME && isNamed(json.item, String(numbers ?? ''))),
	);
	return [{ json: { letters: approved.map(({ json }) => json) } }];
}
