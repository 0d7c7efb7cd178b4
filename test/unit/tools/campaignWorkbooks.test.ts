/**
 * Workbooks of other programs, cell by cell as the program shows them: written by openpyxl, XlsxWriter and SheetJS,
 * and by hand in the forms of LibreOffice, Google and two ERPs, none of which can be had here.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { Row } from '../../../examples/campaign/types';
import { portuguese } from '../../../examples/campaign/words/portuguese';
import { readUpload } from '../../support/campaignFiles';
import cells from '../../vectors/workbooks/cells.json';

const FOLDER = path.resolve(__dirname, '../../vectors/workbooks');

async function read(name: string): Promise<Row[]> {
	const items = await readUpload({ name, bytes: readFileSync(path.join(FOLDER, name)) }, portuguese);
	return items.map(({ json }) => json as Row);
}

it.each(Object.entries(cells))('%s', async (name, rows) => {
	const found = await read(name);
	expect(found.map(({ row_number, source }) => [row_number, ...source.map(([, cell]) => cell)])).toEqual(
		rows,
	);
});

it('says which sheet it is, and what of it is hidden', async () => {
	const [row] = await read('openpyxl.xlsx');
	expect(row?.about[0]).toBe(
		'Aba “Cartas”: 5 linhas lidas. 1 linha oculta, não lida. Abas não lidas: Velhas (oculta).',
	);
});

it('names the columns that nobody sees', async () => {
	const [row] = await read('xlsxwriter.xlsx');
	expect(row?.about).toContain('Colunas ocultas, também lidas: Complemento.');
});

it('what a spreadsheet has made a date of, and what none has calculated, is said', async () => {
	expect((await read('sheetjs.xlsx')).map(({ doubts }) => doubts)).toEqual([
		[],
		['Número pode ser uma data que a planilha criou: 12/3'],
	]);
	expect((await read('openpyxl-formula.xlsx'))[0]?.faults).toEqual([
		'Mensagem tem uma fórmula sem valor: abra a planilha no Excel e salve',
	]);
});
