/** Why a call was refused or broken: the service's words, and what they do not say. */
import type { JournalEntry } from '../api/model';
import { hrefTo } from '../route';
import { Why } from '../ui/why';
import { fill, words } from '../words/words';

type Reason = NonNullable<JournalEntry['why']>;

const BEARER = <code>Authorization: Bearer KEY</code>;

function Differences({ differences }: { differences: NonNullable<Reason['differences']> }) {
	return (
		<ul>
			{differences.map(({ path, first, now }) => (
				<li key={path}>
					<code>{path}</code> <del>{first ?? words.why.missing}</del> → <ins>{now ?? words.why.missing}</ins>
				</li>
			))}
		</ul>
	);
}

function Conflict({ first = null, differences = [] }: Reason) {
	if (first === null) return <p>{words.why.firstGone}</p>;
	const text = differences.length === 0 ? words.why.notComparable : words.why.otherContents;
	return (
		<>
			<p>{fill(text, { first: <a href={hrefTo('requests', first)}>{first}</a> })}</p>
			<Differences differences={differences} />
		</>
	);
}

function Unsaid({ why }: { why: Reason }) {
	if (why.code === 'other_contents') return <Conflict {...why} />;
	return <p>{fill(words.why[why.code], { where: <code>{why.where}</code>, bearer: BEARER })}</p>;
}

export function WhyRefused({ entry: { error, fault, why } }: { entry: JournalEntry }) {
	if (error === null && fault === null && why === null) return null;
	const faults = <a href={hrefTo('faults')}>{words.shell.faults}</a>;
	return (
		<Why>
			{/* The service speaks English. */}
			{error !== null && <p lang="en">{error}</p>}
			{fault !== null && <p>{fill(words.why.byFault, { fault: <code>{fault}</code>, faults })}</p>}
			{why !== null && <Unsaid why={why} />}
		</Why>
	);
}
