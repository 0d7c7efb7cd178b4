import type { CodeNode, Item } from '../codeNode';
import type { Words } from './words/words';

/** A workbook of Excel, one that Read Excel has to read, or text. */
export type FileKind = 'workbook' | 'older' | 'text';

function kindOf(file: Buffer, name: string): FileKind {
	const begins = file.toString('latin1', 0, 120);
	if (begins.startsWith('PK\x03\x04')) return begins.includes('opendocument') ? 'older' : 'workbook';
	const isOld =
		begins.startsWith('\xd0\xcf\x11\xe0') ||
		(/\.xls$/i.test(name) && /^\W*<(?:\?xml|!doctype|html|table)/i.test(begins));
	return isOld ? 'older' : 'text';
}

// By what is in it: a name may promise another. The node that unpacks workbooks goes by the name.
export async function whatFileItIs(
	{ $input, helpers }: CodeNode<object, object>,
	words: Words,
): Promise<Array<Item<{ kind: FileKind }>>> {
	const { json, binary = {} } = $input.first();
	const file = binary[words.sheet.file];
	const bytes = Buffer.from(await helpers.getBinaryDataBuffer(0, words.sheet.file));
	const kind = kindOf(bytes, file?.fileName ?? '');
	const named = kind === 'workbook' ? { ...file, fileExtension: 'zip' } : { ...file };
	return [{ json: { ...json, kind }, binary: { [words.sheet.file]: named } }];
}
