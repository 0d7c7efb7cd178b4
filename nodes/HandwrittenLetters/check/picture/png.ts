/** Writes a picture of at most 256 colours as a PNG, with what every JavaScript platform has. */

/** One byte for each pixel, which names one of the colours. */
export interface Picture {
	width: number;
	height: number;
	pixels: Uint8Array;
	/** Red, green and blue by turns. */
	colours: Uint8Array;
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Bit depth, colours by number, and the only methods there are of compressing, filtering and ordering. */
const KIND = [8, 3, 0, 0, 0];

export async function toPng({ width, height, pixels, colours }: Picture): Promise<Buffer> {
	// Each line begins with its filter: none.
	const lines = new Uint8Array((width + 1) * height);
	for (let line = 0; line < height; line += 1) {
		lines.set(pixels.subarray(line * width, (line + 1) * width), line * (width + 1) + 1);
	}
	return Buffer.concat([
		Buffer.from(SIGNATURE),
		chunk('IHDR', Buffer.from([...bytesOf(width), ...bytesOf(height), ...KIND])),
		chunk('PLTE', colours),
		chunk('IDAT', await deflate(lines)),
		chunk('IEND', new Uint8Array()),
	]);
}

const deflate = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> =>
	await passThrough(bytes, new CompressionStream('deflate'));

/** What base64 holds of deflated bytes. */
export const inflate = async (text: string): Promise<Uint8Array> =>
	await passThrough(Buffer.from(text, 'base64'), new DecompressionStream('deflate'));

async function passThrough(
	bytes: Uint8Array<ArrayBuffer>,
	through: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
	const stream = new Blob([bytes]).stream().pipeThrough(through);
	return new Uint8Array(await new Response(stream).arrayBuffer());
}

function chunk(type: string, content: Uint8Array): Buffer {
	const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
	return Buffer.concat([Buffer.from(bytesOf(content.length)), named, Buffer.from(bytesOf(checksum(named)))]);
}

const bytesOf = (value: number): number[] =>
	[value >>> 24, value >>> 16, value >>> 8, value].map((byte) => byte & 255);

/** PNG's CRC-32, byte by byte. */
const CRC_OF_BYTE = Uint32Array.from({ length: 256 }, (_none, byte) => {
	let crc = byte;
	for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
	return crc;
});

function checksum(bytes: Uint8Array): number {
	let crc = 0xffffffff;
	for (const byte of bytes) crc = (CRC_OF_BYTE[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
	return ~crc >>> 0;
}
