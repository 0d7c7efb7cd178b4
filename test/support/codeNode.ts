/** What n8n gives to the code of a Code node, from plain items. */
import type { CodeNode, Items } from '../../examples/codeNode';

interface PlainItem {
	json: object;
	binary?: object;
}

export function codeNode<Input, Nodes>(
	input: PlainItem[],
	nodes: Record<string, PlainItem[]> = {},
	file: Uint8Array = Buffer.alloc(0),
): CodeNode<Input, Nodes> {
	const of = (items: PlainItem[] = []): Items<never> =>
		({ all: () => items, first: () => items[0] }) as unknown as Items<never>;
	return {
		$input: of(input),
		$: (name) => of(nodes[String(name)]),
		helpers: { getBinaryDataBuffer: () => Promise.resolve(file) },
	};
}
