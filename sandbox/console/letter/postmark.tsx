/** The postmark that cancels the stamp on the day the letter was posted. */
import { useId } from 'preact/hooks';

const MONTHS = ['JAN', 'FEV', 'MAR', 'ABR', 'MAI', 'JUN', 'JUL', 'AGO', 'SET', 'OUT', 'NOV', 'DEZ'];
const WAVES = [26, 38, 50, 62, 74];

export function Postmark({ at }: { at: string }) {
	const id = useId();
	const date = new Date(at);
	const day = String(date.getDate()).padStart(2, '0');
	const time = `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`;
	return (
		<svg class="postmark" viewBox="0 0 190 100" aria-hidden="true">
			<defs>
				<path id={`${id}-top`} d="M14 50 a36 36 0 0 1 72 0" />
				<path id={`${id}-foot`} d="M8.500 50 a41.500 41.500 0 0 0 83 0" />
			</defs>
			<g fill="none" stroke="currentColor" stroke-width="2">
				<circle cx="50" cy="50" r="47" />
				<circle cx="50" cy="50" r="29" stroke-width="1.300" />
				{WAVES.map((y) => (
					<path
						key={y}
						d={`M${y === 50 ? 99 : y === 38 || y === 62 ? 97 : 92} ${y} q11 -7 22 0 t22 0 t22 0 t22 0`}
					/>
				))}
			</g>
			<g fill="currentColor" text-anchor="middle">
				<text class="postmark-ring">
					<textPath href={`#${id}-top`} startOffset="50%">
						CORREIO
					</textPath>
				</text>
				<text class="postmark-ring">
					<textPath href={`#${id}-foot`} startOffset="50%">
						SANDBOX
					</textPath>
				</text>
				<text x="50" y="42" class="postmark-small">
					{time}
				</text>
				<text x="50" y="55.500" class="postmark-day">
					{`${day} ${MONTHS[date.getMonth()] ?? ''}`}
				</text>
				<text x="50" y="67" class="postmark-small">
					{date.getFullYear()}
				</text>
			</g>
		</svg>
	);
}
