/** A check of whole sheets of recipients: what it refuses, what it warns of, and that right rows pass. */
import type { INodeParameters } from 'n8n-workflow';

import { runLetters } from '../../support/letterRuns';
import { addresses, SENTENCES } from '../../support/letterSentences';
import type { SheetRow } from '../../support/recipients';
import { inCapitals, rightRows, sheetRows, toItem } from '../../support/recipients';
import { withSandbox } from '../../support/withSandbox';

const sandbox = withSandbox();

const fields = {
	name: 'name',
	addressLine1: 'address_line1',
	addressLine2: 'address_line2',
	city: 'city',
	state: 'state',
	zip: 'zip',
	country: 'country',
	message: 'message',
	externalId: 'external_id',
};
const parameters: INodeParameters = {
	resource: 'card',
	operation: 'create',
	orderingMode: 'check',
	// No test here looks at a picture, and drawing 1,700 letters would be most of what they take.
	options: { maxLettersPerRun: 1000, pictures: false },
	...Object.fromEntries(Object.entries(fields).map(([name, column]) => [name, `={{ $json.${column} }}`])),
};

interface Checked {
	outcome: string;
	id: string | null;
	problems: string[];
	warnings: string[];
	request: { to: Record<string, string> } | null;
}

async function check(items: Array<Record<string, string>>, more: INodeParameters = {}) {
	const given = { items: items.map((json) => ({ json })) };
	const result = await runLetters(sandbox.credential, { ...parameters, ...more }, given);
	expect(result.error).toBeUndefined();
	return { checked: result.items as unknown as Checked[], said: result.hinted };
}

const checkRows = async (rows: SheetRow[]) => await check(rows.map(({ cells }) => toItem(cells)));

const verdictOf = ({ outcome, warnings }: Checked): string =>
	outcome === 'fine' ? (warnings.length > 0 ? 'warned' : 'passed') : 'refused';

/** What the check says of each fault, and of how many rows. */
function countVerdicts(rows: SheetRow[], checked: Checked[]): Record<string, number> {
	const counts: Record<string, number> = {};
	rows.forEach(({ fault = 'right' }, index) => {
		const verdict = `${fault}: ${verdictOf(checked[index] as Checked)}`;
		counts[verdict] = (counts[verdict] ?? 0) + 1;
	});
	return counts;
}

it('stops at no right row of a sheet, and says what it knows of the others', async () => {
	const rows = sheetRows();
	const { checked, said } = await checkRows(rows);
	expect(countVerdicts(rows, checked)).toEqual({
		'right: passed': 87,
		'the postal code has lost its first zero: refused': 8,
		'no postal code: refused': 3,
		'a state that does not exist: refused': 2,
		'no name: refused': 3,
		'"n/a" for a name: refused': 1,
		'no city: refused': 2,
		'no message: refused': 3,
		'a placeholder in the message: refused': 4,
		'an error of a spreadsheet: refused': 3,
		'the wrong encoding: refused': 3,
		'a country that may be two: refused': 2,
		'the postal code of another state: warned': 5,
		'a phone number in line 2: passed': 4,
		'an email address in line 2: warned': 3,
		'a phone number in line 1: passed': 1,
		'a postal code in line 1: warned': 1,
		'a postal code in the city: warned': 2,
		'no house number: warned': 10,
		'the whole address in line 1: passed': 5,
		'a greeting to somebody else of the sheet: warned': 8,
		'"idem" for an address: warned': 3,
		'lorem ipsum: warned': 2,
		'the same person twice, once with "R." for "Rua": warned': 8,
		'a line break written out: warned': 4,
		'a number in the name: warned': 2,
		'an "@" in the name: warned': 2,
		'the name in capitals: passed': 12,
		'a message of a few characters: passed': 9,
		'a space before a comma: warned': 3,
		'an HTML tag in the message: warned': 5,
	});
	expect(said).toMatch(
		/^118 letters are fine, 58 to look at, 34 to correct\. Nothing was ordered\. Postal Code \(CEP\) must have 8 digits/,
	);
	for (const { request } of checked.filter((one) => verdictOf(one) === 'passed')) {
		expect(request?.to.state).toMatch(/^[A-Z\d]{2}$/);
		expect(request?.to.country ?? 'BR').toMatch(/^[A-Z]{2}$/);
		expect(request?.to.address_line1).toMatch(/\d/);
	}
});

it.each([
	['as people write them', rightRows()],
	['whole sheets in capitals', inCapitals(rightRows())],
])('warns of fewer than 2 % of 500 right rows, and refuses none: %s', async (_how, rows) => {
	const { checked } = await checkRows(rows);
	expect(checked.filter(({ outcome }) => outcome !== 'fine')).toEqual([]);
	expect(checked.filter((one) => verdictOf(one) === 'warned').length).toBeLessThan(10);
});

it('warns of none of the addresses and sentences of others', async () => {
	const sentences = SENTENCES.pt ?? [];
	const items = addresses(500).map((address, index) => ({
		...address,
		address_line2: '',
		country: '',
		message: `${sentences[index * 2] ?? ''} ${sentences[index * 2 + 1] ?? ''}`,
		external_id: String(index),
	}));
	const { checked } = await check(items);
	const own = checked.flatMap(({ warnings }) => warnings.filter((text) => !/belongs to/.test(text)));
	expect(own.length).toBeLessThan(10);
});

it('counts the letters that this n8n has ordered before', async () => {
	const rows = rightRows().slice(0, 3);
	await check(
		rows.slice(1).map(({ cells }) => toItem(cells)),
		{ orderingMode: 'order' },
	);
	const { checked, said } = await checkRows(rows);
	expect(checked.map(({ outcome, id }) => [outcome, id === null])).toEqual([
		['fine', true],
		['fine', false],
		['fine', false],
	]);
	expect(said).toContain(
		'3 letters are fine. Nothing was ordered. 2 letters had been ordered before, as far as this n8n knows. ',
	);
});

it('warns where another letter was ordered under the External ID, and does not count it', async () => {
	const items = rightRows()
		.slice(0, 2)
		.map(({ cells }) => toItem(cells));
	await check(items, { orderingMode: 'order' });
	const [first, second] = items;
	const { checked, said } = await check([{ ...first, name: 'Dora Prado' }, { ...second }]);
	const other = /^Its key is that of the letter crd_\S+, which was ordered before with other contents/;
	expect(checked.map(({ warnings }) => warnings.some((text) => other.test(text)))).toEqual([true, false]);
	expect(said).toContain(' 1 letter had been ordered before, as far as this n8n knows. ');
});

it('writes nothing of a row into a hint that n8n would show as a picture or a link', async () => {
	const [row] = rightRows();
	const item = { ...toItem((row as SheetRow).cells), state: '<img src="https://example.com/&lt;">' };
	const { said } = await check([item]);
	expect(said).toContain('but is "&lt;img src="https://example.com/&amp;lt;">"');
	expect(said).not.toContain('<');
});
