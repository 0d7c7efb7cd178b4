/** A sheet as somebody uploads it, read by the campaign's code as it is in n8n. */
import { inflateRawSync } from 'node:zlib';

import { readTheRows } from '../../examples/campaign/readTheRows';
import { whatFileItIs } from '../../examples/campaign/whatFileItIs';
import type { Words } from '../../examples/campaign/words/words';
import { codeNode } from './codeNode';

/** A file as somebody uploads it. */
export interface Upload {
	name: string;
	bytes: Buffer;
}

/** What n8n's node Compression makes of a workbook: its parts, by their paths. */
export function unzip(bytes: Buffer): Map<string, Buffer> {
	const parts = new Map<string, Buffer>();
	const end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1');
	let at = bytes.readUInt32LE(end + 16);
	for (let count = bytes.readUInt16LE(end + 10); count > 0; count -= 1) {
		const [size, name, extra, comment] = [20, 28, 30, 32].map((offset) =>
			offset === 20 ? bytes.readUInt32LE(at + offset) : bytes.readUInt16LE(at + offset),
		) as [number, number, number, number];
		const path = bytes.toString('utf8', at + 46, at + 46 + name);
		const local = bytes.readUInt32LE(at + 42);
		const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
		const packed = bytes.subarray(from, from + size);
		parts.set(path, bytes.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed));
		at += 46 + name + extra + comment;
	}
	return parts;
}

/** The items of **Read the Rows**. */
export async function readUpload({ name, bytes }: Upload, words: Words, settings: object = {}) {
	const { file } = words.sheet;
	const uploaded = {
		json: { submittedAt: '2026-11-25T10:57:12.000-03:00' },
		binary: { [file]: { fileName: name } },
	};
	const nodes = {
		'Upload the Sheet': [uploaded],
		Settings: [{ json: { country: 'BR', price: '', ...settings } }],
	};
	const [kind] = await whatFileItIs(codeNode([uploaded], nodes, bytes), words);
	if (kind?.json.kind !== 'workbook') return await readTheRows(codeNode([uploaded], nodes, bytes), words);
	const parts = [...unzip(bytes)];
	const binary = Object.fromEntries(
		parts.map(([path], index) => {
			const [fileName, ...folders] = path.split('/').reverse();
			return [`part_${index}`, { fileName, directory: folders.reverse().join('/') }];
		}),
	);
	const unpacked = codeNode<never, never>([{ json: {}, binary }], nodes);
	const helpers = {
		getBinaryDataBuffer: (_item: number, key: string) =>
			Promise.resolve(parts[Number(key.slice('part_'.length))]?.[1] ?? Buffer.alloc(0)),
	};
	return await readTheRows({ ...unpacked, helpers }, words);
}
