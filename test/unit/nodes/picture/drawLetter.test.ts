import { decode, toRGBA8 } from 'upng-js';

import type { CardCreateRequest } from '../../../../nodes/contract/contract';
import { drawLetter, MOST_LINES } from '../../../../nodes/HandwrittenLetters/check/picture/drawLetter';
import { linesOnPage } from '../../../../nodes/HandwrittenLetters/check/picture/handwriting';

const to = {
	name: 'Helena Prado',
	address_line1: 'Rua das Laranjeiras, 210',
	address_line2: 'apto 302',
	city: 'Rio de Janeiro',
	state: 'RJ',
	zip: '22240-003',
};
const message = 'Querida Helena,\n\nque alegria saber que a encomenda chegou bem!\n\nMarina';
const letter = (changes: Partial<CardCreateRequest> = {}): CardCreateRequest => ({ to, message, ...changes });

/** A picture as anyone's program sees it. */
async function look(card: CardCreateRequest) {
	const png = await drawLetter(card);
	const image = decode(Uint8Array.from(png).buffer);
	const [frame = new ArrayBuffer(0)] = toRGBA8(image);
	return { png, width: image.width, height: image.height, pixels: new Uint8Array(frame) };
}

type Looked = Awaited<ReturnType<typeof look>>;

/** How many pixels of a part of the picture are as dark and blue as ink, or as grey as print. */
function count(kind: 'ink' | 'print', { pixels, width }: Looked, top: number, bottom: number, left = 0) {
	let found = 0;
	for (let y = top; y < bottom; y += 1) {
		for (let x = left; x < width; x += 1) {
			const at = (y * width + x) * 4;
			const [r, g, b] = [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0];
			if (r > 125) continue;
			const dark = g < 130;
			if (dark && (kind === 'ink' ? b - g > 60 && g < 75 : Math.abs(b - g) < 25 && g > 60)) found += 1;
		}
	}
	return found;
}

describe('the picture of a letter', () => {
	it('is a PNG of 760 pixels with the letter on its page and the address on its envelope', async () => {
		const picture = await look(letter());
		expect([picture.width, picture.height]).toEqual([760, 1000]);
		expect(picture.png.length).toBeLessThan(60_000);
		expect(count('ink', picture, 130, 430)).toBeGreaterThan(1500);
		expect(count('ink', picture, 440, 600)).toBe(0);
		expect(count('ink', picture, 740, 920, 370)).toBeGreaterThan(1000);
		// That this is a drawing.
		expect(count('print', picture, 955, 1000)).toBeGreaterThan(200);
	});

	it('is the same each time, and another for another letter', async () => {
		const [first, again, other] = await Promise.all([
			drawLetter(letter()),
			drawLetter(letter()),
			drawLetter(letter({ message: `${message}!` })),
		]);
		expect(first.equals(again)).toBe(true);
		expect(first.equals(other)).toBe(false);
	});

	it('grows with its text, up to an end', async () => {
		const lines = (most: number) => Array.from({ length: most }, () => 'mmmmmm').join('\n');
		const heights = [11, 30, MOST_LINES, 5000].map(async (most) => {
			const picture = await look(letter({ message: lines(most) }));
			// Where the last line is written, above the envelope; of a text without end, print says how it goes on.
			const last = picture.height - 62 - 318 - 62;
			expect(count('print', picture, last - 30, last + 15) > 100).toBe(most === 5000);
			return picture.height;
		});
		const [short = 0, long = 0, most = 0, endless = 0] = await Promise.all(heights);
		expect(short).toBeLessThanOrEqual(1080);
		expect(long).toBeGreaterThan(short);
		expect(most).toBeGreaterThan(long);
		expect(endless).toBe(most);
		expect(linesOnPage(lines(30))).toHaveLength(30);
	});

	it('names the template in print, above the message', async () => {
		const picture = await look(letter({ template: 'tpl_birthday' }));
		expect(count('print', picture, 130, 230)).toBeGreaterThan(300);
		expect(count('ink', picture, 230, 500)).toBeGreaterThan(1500);
	});

	it('keeps a long address on the envelope, below the stamp', async () => {
		const long = {
			name: 'Dra. Maria Antonieta de Albuquerque Cavalcanti e Souza Neto',
			address_line1: 'Avenida Presidente Juscelino Kubitschek de Oliveira, 12345',
			address_line2: 'Bloco B, apartamento 1203, Condomínio Residencial das Palmeiras Imperiais',
			city: 'Vila Bela da Santíssima Trindade',
			state: 'MT',
			zip: '78245-000',
		};
		const picture = await look(letter({ to: long }));
		expect(count('ink', picture, 743, 925, 180)).toBeGreaterThan(1200);
		// The slanted stripes and the stamp are blue as well, but lighter.
		expect(count('ink', picture, 636, 738, 180)).toBeLessThan(250);
	});

	it.each(['', ' ', '\u200b', '😀'.repeat(2000), 'a'.repeat(20_000), '\u0000\uD800', ' \t'.repeat(9)])(
		'comes whatever the text is: %#',
		async (text) => {
			const card = { to: { ...to, name: text, address_line1: text, city: text }, message: text };
			expect((await look(card)).width).toBe(760);
		},
	);
});
