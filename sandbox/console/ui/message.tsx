/** A request or an answer as it went over the wire, with its body in lines. */
import { bodyLines } from './bodyLines';

interface Props {
	readonly title: string;
	/** The first line, for example `POST /v1/cards` or `422`; none of a body alone. */
	readonly start?: string;
	readonly headers?: Readonly<Record<string, unknown>>;
	readonly body: string | null;
	/** Why the body is not whole. */
	readonly gap?: string;
	/** The fields of the body that were refused. */
	readonly faulty?: ReadonlySet<string>;
}

export function Message({ title, start, headers = {}, body, gap, faulty = new Set() }: Props) {
	const head = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
	if (start !== undefined) head.unshift(start);
	return (
		<section class="message">
			<h2>{title}</h2>
			<pre tabIndex={0} aria-label={title}>
				{head.join('\n')}
				{body !== null && head.length > 0 && '\n\n'}
				{body !== null &&
					bodyLines(body).map(({ text, path }, i) => (
						<span key={i}>
							{path !== null && faulty.has(path) ? <mark>{text}</mark> : text}
							{'\n'}
						</span>
					))}
				{gap !== undefined && `\n\n${gap}`}
			</pre>
		</section>
	);
}
