/** What n8n gives to the code in a Code node, as far as the examples use it. */
export interface Item<Json> {
	json: Json;
	binary?: Record<string, { fileName?: string; directory?: string; fileExtension?: string }>;
}

export interface Items<Json> {
	all(): Array<Item<Json>>;
	first(): Item<Json>;
}

/**
 * `Nodes` says what each node gives, by its name. n8n reads in the code which nodes it needs: write their names
 * out, as `$('Name')`.
 */
export interface CodeNode<Input, Nodes> {
	$input: Items<Input>;
	$: <Name extends keyof Nodes>(name: Name) => Items<Nodes[Name]>;
	helpers: { getBinaryDataBuffer(item: number, property: string): Promise<Uint8Array> };
}
