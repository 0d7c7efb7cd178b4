/** Reads the outlines of a TrueType font in a WOFF file: as much of both formats as Caveat needs. */
import { inflateSync } from 'node:zlib';

export interface Point {
	x: number;
	y: number;
	onCurve: boolean;
}

/** The closed curves of one character, in units of the font; y grows upwards. */
export interface Outline {
	advance: number;
	contours: Point[][];
}

export class WoffFont {
	readonly unitsPerEm: number;
	private readonly tables = new Map<string, Buffer>();
	private readonly glyphIds: Map<number, number>;

	constructor(file: Buffer) {
		for (let index = 0; index < file.readUInt16BE(12); index += 1) {
			const entry = 44 + index * 20;
			const offset = file.readUInt32BE(entry + 4);
			const packed = file.subarray(offset, offset + file.readUInt32BE(entry + 8));
			const whole = packed.length === file.readUInt32BE(entry + 12);
			this.tables.set(file.toString('latin1', entry, entry + 4), whole ? packed : inflateSync(packed));
		}
		this.unitsPerEm = this.table('head').readUInt16BE(18);
		this.glyphIds = readCharacterMap(this.table('cmap'));
	}

	/** Undefined where the font has no such character. */
	outline(codePoint: number): Outline | undefined {
		const id = this.glyphIds.get(codePoint);
		if (id === undefined) return undefined;
		const last = this.table('hhea').readUInt16BE(34) - 1;
		const advance = this.table('hmtx').readUInt16BE(Math.min(id, last) * 4);
		return { advance, contours: this.contours(id) };
	}

	private table(name: string): Buffer {
		const table = this.tables.get(name);
		if (table === undefined) throw new Error(`The font has no table ${name}`);
		return table;
	}

	private contours(id: number): Point[][] {
		const long = this.table('head').readInt16BE(50) === 1;
		const loca = this.table('loca');
		const place = (index: number) => (long ? loca.readUInt32BE(index * 4) : loca.readUInt16BE(index * 2) * 2);
		const glyph = this.table('glyf').subarray(place(id), place(id + 1));
		if (glyph.length === 0) return [];
		const count = glyph.readInt16BE(0);
		return count >= 0 ? readSimple(glyph, count) : this.readComposite(glyph);
	}

	/** A letter with an accent is made of two others. */
	private readComposite(glyph: Buffer): Point[][] {
		const contours: Point[][] = [];
		let at = 10;
		let flags;
		do {
			flags = glyph.readUInt16BE(at);
			const part = this.contours(glyph.readUInt16BE(at + 2));
			at += 4;
			if ((flags & 2) === 0) throw new Error('A composite glyph is placed by points');
			const words = (flags & 1) !== 0;
			const dx = words ? glyph.readInt16BE(at) : glyph.readInt8(at);
			const dy = words ? glyph.readInt16BE(at + 2) : glyph.readInt8(at + 1);
			at += words ? 4 : 2;
			const numbers = (flags & 8) !== 0 ? 1 : (flags & 64) !== 0 ? 2 : (flags & 128) !== 0 ? 4 : 0;
			const m = Array.from({ length: numbers }, (_none, index) => glyph.readInt16BE(at + index * 2) / 16384);
			at += numbers * 2;
			const [xx = 1, xy = 0, yx = 0, yy = 1] = m.length === 4 ? m : [m[0], 0, 0, m[1] ?? m[0]];
			contours.push(
				...part.map((points) =>
					points.map(({ x, y, onCurve }) => ({ x: x * xx + y * yx + dx, y: x * xy + y * yy + dy, onCurve })),
				),
			);
		} while ((flags & 32) !== 0);
		return contours;
	}
}

function readSimple(glyph: Buffer, count: number): Point[][] {
	const ends = Array.from({ length: count }, (_none, index) => glyph.readUInt16BE(10 + index * 2));
	const total = (ends.at(-1) ?? -1) + 1;
	let at = 10 + count * 2;
	at += 2 + glyph.readUInt16BE(at);
	const flags: number[] = [];
	while (flags.length < total) {
		const flag = glyph.readUInt8(at++);
		const times = (flag & 8) !== 0 ? glyph.readUInt8(at++) + 1 : 1;
		for (let index = 0; index < times; index += 1) flags.push(flag);
	}
	const coordinates = (short: number, same: number): number[] => {
		let value = 0;
		return flags.map((flag) => {
			if ((flag & short) !== 0) value += (flag & same) !== 0 ? glyph.readUInt8(at++) : -glyph.readUInt8(at++);
			else if ((flag & same) === 0) {
				value += glyph.readInt16BE(at);
				at += 2;
			}
			return value;
		});
	};
	const xs = coordinates(2, 16);
	const ys = coordinates(4, 32);
	const points = flags.map((flag, index) => ({
		x: xs[index] ?? 0,
		y: ys[index] ?? 0,
		onCurve: (flag & 1) !== 0,
	}));
	return ends.map((end, index) => points.slice((ends[index - 1] ?? -1) + 1, end + 1));
}

/** From code point to glyph: a cmap of format 4, which covers all characters wanted here. */
function readCharacterMap(cmap: Buffer): Map<number, number> {
	const ids = new Map<number, number>();
	for (let index = 0; index < cmap.readUInt16BE(2); index += 1) {
		const table = cmap.subarray(cmap.readUInt32BE(8 + index * 8));
		if (table.readUInt16BE(0) !== 4) continue;
		const double = table.readUInt16BE(6);
		for (let segment = 0; segment < double; segment += 2) {
			const end = table.readUInt16BE(14 + segment);
			const start = table.readUInt16BE(16 + double + segment);
			const delta = table.readUInt16BE(16 + double * 2 + segment);
			const rangeAt = 16 + double * 3 + segment;
			const range = table.readUInt16BE(rangeAt);
			for (let code = start; code <= end && code !== 0xffff; code += 1) {
				const raw = range === 0 ? code : table.readUInt16BE(rangeAt + range + (code - start) * 2);
				const id = raw === 0 ? 0 : (raw + delta) & 0xffff;
				if (id !== 0) ids.set(code, id);
			}
		}
	}
	return ids;
}
