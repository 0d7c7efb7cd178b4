/** The sandbox's postage stamp: Guanabara bay, worth nothing. */
import type { Hand } from './handwriting';

const COLOURS: Readonly<Record<Hand, { sky: string; sun: string; hill: string; sea: string }>> = {
	casual: { sky: '#f7d9a8', sun: '#d9542b', hill: '#21506b', sea: '#3f86a0' },
	elegant: { sky: '#e9d3cf', sun: '#a83246', hill: '#3b2b45', sea: '#79637f' },
	classic: { sky: '#cfe3ea', sun: '#e2a32b', hill: '#1f5a4a', sea: '#4a93a8' },
	playful: { sky: '#fbe3c0', sun: '#e0568a', hill: '#5b3f8f', sea: '#54a7a0' },
};

export function Stamp({ hand }: { hand: Hand }) {
	const { sky, sun, hill, sea } = COLOURS[hand];
	return (
		<svg class="stamp" viewBox="0 0 72 88" aria-hidden="true">
			<rect class="stamp-paper" width="72" height="88" />
			<rect class="stamp-holes" x="0" y="0" width="72" height="88" pathLength="160" />
			<rect x="8" y="8" width="56" height="60" fill={sky} />
			<circle cx="24" cy="26" r="9" fill={sun} />
			<path
				d="M8 56 C18 52 21 47 27 47 C33 47 35 52 39 51 C42 34 46 22 50 22 C55 22 57 40 64 47 V60 H8 Z"
				fill={hill}
			/>
			<path d="M8 56 Q14 53 20 56 T32 56 T44 56 T56 56 T64 55 V68 H8 Z" fill={sea} />
			<path
				d="M12 62 Q16 60 20 62 T28 62 M36 64 Q40 62 44 64 T52 64"
				fill="none"
				stroke="#fff"
				stroke-opacity=".7"
			/>
			<text x="8.500" y="79" class="stamp-name">
				SANDBOX
			</text>
			<text x="63.500" y="79.500" text-anchor="end" class="stamp-value">
				0,00
			</text>
		</svg>
	);
}
