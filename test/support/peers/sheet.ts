/**
 * A stand-in for a sheet of Google's. n8n's Google Sheets node knows Google's address alone, so HTTP
 * Request nodes take its place: one reads the rows, the others write what the real node would write.
 */
import { startLocalServer } from '../../../tools/localServer';
import type { WorkflowNode } from '../../../tools/n8n/n8nClient';

export type Row = Record<string, string | number | boolean>;

export interface Sheet {
	rows: Row[];
	/** For the node that reads the rows. */
	reading: () => Partial<WorkflowNode>;
	/** For a node that updates the row with the same order number. */
	writing: (node: WorkflowNode) => Partial<WorkflowNode>;
	close: () => Promise<void>;
}

/** As Google does: numbered, the one with the headings first, and without the empty cells at its end. */
function asRead(row: Row, index: number): Row {
	const cells = Object.entries(row);
	while (cells.at(-1)?.[1] === '') cells.pop();
	return { row_number: index + 2, ...Object.fromEntries(cells) };
}

export async function startSheet(rows: Row[]): Promise<Sheet> {
	const { origin, close } = await startLocalServer((request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', () => {
			if (request.method === 'POST') {
				const { order, ...cells } = JSON.parse(Buffer.concat(parts).toString()) as Row;
				// A column that the sheet does not have is no cell of it.
				const known = Object.entries(cells).filter(([column]) => column in (rows[0] ?? {}));
				Object.assign(rows.find((row) => row.order === order) ?? {}, Object.fromEntries(known));
			}
			response.writeHead(200, { 'content-type': 'application/json' });
			response.end(JSON.stringify(request.method === 'POST' ? {} : rows.map(asRead)));
		});
	});
	const type = 'n8n-nodes-base.httpRequest';
	return {
		rows,
		reading: () => ({ type, typeVersion: 4.2, parameters: { url: origin, options: {} } }),
		writing: ({ parameters }) => {
			const { value } = parameters.columns as { value: Record<string, string> };
			const cells = Object.entries(value).map(([name, cell]) => ({ name, value: cell }));
			const body = { sendBody: true, bodyParameters: { parameters: cells } };
			return { type, typeVersion: 4.2, parameters: { method: 'POST', url: origin, ...body, options: {} } };
		},
		close,
	};
}
