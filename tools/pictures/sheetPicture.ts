/** A page that shows the lines of a sheet beside the letters that they become. */
import type { CardCreateRequest } from '../../nodes/contract/contract';
import { drawLetter } from '../../nodes/HandwrittenLetters/check/picture/drawLetter';
import { SAMPLE_ORDERS } from '../../sandbox/src/cards/sampleOrders';

const STYLE = `
	:root { color-scheme: light dark; --line: light-dark(#d5d9de, #4a4e54); --head: light-dark(#f3f5f7, #2b2e33); }
	body { margin: 0; padding: 20px; font: 13px/1.4 'DejaVu Sans', sans-serif;
		background: light-dark(#fff, #16181b); color: light-dark(#23272c, #e6e8ea); }
	table { border-collapse: collapse; width: 100%; }
	td, th { border: 1px solid var(--line); padding: 7px 8px; text-align: left; font-weight: 400; white-space: nowrap; }
	th { background: var(--head); color: light-dark(#6a7079, #a2a8b0); text-align: center; }
	tr:nth-child(2) td { font-weight: 700; }
	td:last-child { max-width: 150px; overflow: hidden; text-overflow: ellipsis; }
	.letters { display: flex; gap: 20px; margin-top: 20px; }
	.letters img { width: 0; flex: 1; border-radius: 6px; box-shadow: 0 2px 8px #0003; }
`;

/** Without a second line, so that a column less tells the whole address. */
export const sheetLetters = SAMPLE_ORDERS.filter(({ to }) => to.address_line2 === undefined).slice(0, 3);

export async function drawSheet(): Promise<string> {
	const rows = sheetLetters.map((letter, index) => cells(`P-${1001 + index}`, letter));
	const heading = ['order', 'name', 'street', 'zip', 'message'];
	const columns = heading.map((_, index) => `<th>${String.fromCharCode(65 + index)}</th>`);
	const lines = [heading, ...rows].map(
		(row, index) => `<tr><th>${index + 1}</th>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`,
	);
	const letters = await Promise.all(sheetLetters.map(drawLetter));
	const pictures = letters.map((png) => `<img src="data:image/png;base64,${png.toString('base64')}">`);
	return `<!doctype html><style>${STYLE}</style><table><tr><th></th>${columns.join('')}</tr>${lines.join('')}</table>
		<div class="letters">${pictures.join('')}</div>`;
}

function cells(order: string, { to, message = '' }: CardCreateRequest): string[] {
	return [order, to.name, to.address_line1, to.zip, message];
}
