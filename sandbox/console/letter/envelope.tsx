/** The envelope: address in the letter's hand, stamp, and what the post has done to it. */
import { DEFAULT_COUNTRY } from '../../src/vocabulary';
import type { Letter } from '../api/model';
import { fillText, words } from '../words/words';
import { handOf } from './handwriting';
import { Postmark } from './postmark';
import { Stamp } from './stamp';

export function postedAt({ events }: Letter): string | undefined {
	return events.find(({ type }) => type === 'card.shipped')?.at;
}

export function Envelope({ letter }: { letter: Letter }) {
	const { to, style } = letter.request;
	const hand = handOf(style);
	const posted = postedAt(letter);
	const description = [
		fillText(words.letter.envelope, { name: to.name, city: to.city }),
		posted === undefined ? words.letter.notPosted : words.letter.postmarked,
		...(letter.status === 'returned' ? [words.letter.cameBack] : []),
	].join(', ');
	return (
		<div class={`envelope hand-${hand} envelope-${letter.status}`} role="img" aria-label={description}>
			<div class="envelope-face">
				<address class="envelope-address">
					<span>{to.name}</span>
					<span>{to.address_line1}</span>
					{to.address_line2 != null && to.address_line2 !== '' && (
						<span class="envelope-complement">{to.address_line2}</span>
					)}
					<span>
						{to.city} – {to.state}
					</span>
					<span>
						{to.zip}
						{to.country !== undefined && to.country !== DEFAULT_COUNTRY && ` · ${to.country}`}
					</span>
				</address>
				<Stamp hand={hand} />
				{posted !== undefined && <Postmark at={posted} />}
				{letter.status === 'returned' && (
					<div class="returned-mark">
						<span>{words.letter.stamp}</span>
						<small>{words.letter.stampBelow}</small>
					</div>
				)}
				{letter.tracking_code !== null && (
					<div class="tracking-label">
						<span class="tracking-bars" />
						{letter.tracking_code}
					</div>
				)}
			</div>
		</div>
	);
}
