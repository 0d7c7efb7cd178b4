import { describeWrongState, noStateFault } from '../../../../nodes/contract/countries';

/** The general codes of the 27 capitals, and codes at both ends of each range, as Correios publishes them. */
const CODES: Record<string, string[]> = {
	AC: ['69900-000', '69999-999'],
	AL: ['57000-000', '57010-000', '57999-999'],
	AM: ['69000-000', '69020-000', '69299-999', '69400-000', '69899-999'],
	AP: ['68900-000', '68999-999'],
	BA: ['40000-000', '40020-000', '48999-999'],
	CE: ['60000-000', '60030-000', '63999-999'],
	DF: ['70000-000', '70040-010', '72799-999', '73000-000', '73699-999'],
	ES: ['29000-000', '29010-000', '29999-999'],
	GO: ['72800-000', '72999-999', '73700-000', '74003-010', '76799-999'],
	MA: ['65000-000', '65010-000', '65999-999'],
	MG: ['30000-000', '30110-000', '39999-999'],
	MS: ['79000-000', '79002-000', '79999-999'],
	MT: ['78000-000', '78005-000', '78899-999'],
	PA: ['66000-000', '66010-000', '68899-999'],
	PB: ['58000-000', '58010-000', '58999-999'],
	PE: ['50000-000', '50010-000', '56999-999'],
	PI: ['64000-000', '64000-010', '64999-999'],
	PR: ['80000-000', '80010-000', '87999-999'],
	RJ: ['20000-000', '20040-020', '28999-999'],
	RN: ['59000-000', '59010-000', '59999-999'],
	RO: ['76800-000', '76801-000', '76999-999'],
	RR: ['69300-000', '69301-000', '69399-999'],
	RS: ['90000-000', '90010-000', '99999-999'],
	SC: ['88000-000', '88010-000', '89999-999'],
	SE: ['49000-000', '49010-000', '49999-999'],
	SP: ['01000-000', '01310-100', '09999-999', '11000-000', '19999-999'],
	TO: ['77000-000', '77001-000', '77999-999'],
};
const states = Object.keys(CODES);

it('has all states', () => {
	expect(states).toHaveLength(27);
	expect(states.filter((state) => noStateFault({ state }) !== undefined)).toEqual([]);
	expect(
		['XX', 'NY', 'SP ', 'S', '12', undefined].filter((state) => noStateFault({ state }) !== undefined),
	).toEqual(['XX', 'NY']);
});

it.each(states)('says nothing of a code that lies in %s', (state) => {
	for (const zip of CODES[state] ?? []) {
		expect(describeWrongState({ zip, state })).toBeUndefined();
		expect(describeWrongState({ zip: zip.replace('-', ''), state })).toBeUndefined();
	}
});

it('names the state of the code where it can be only one', () => {
	expect(describeWrongState({ zip: '01310-100', state: 'RJ' })).toBe(
		'Postal Code 01310-100 belongs to SP in the list of Correios, but State is RJ',
	);
	expect(describeWrongState({ zip: '69900-000', state: 'RO' })).toContain('belongs to AM, RR or AC');
});

/** States whose ranges are not told apart. */
const TOGETHER = ['DF GO', 'PA AP', 'AM RR AC'].map((group) => group.split(' '));

it('warns of every other state', () => {
	for (const state of states) {
		for (const other of states.filter((one) => one !== state)) {
			const together = TOGETHER.some((group) => group.includes(state) && group.includes(other));
			for (const zip of CODES[state] ?? []) {
				expect([zip, other, describeWrongState({ zip, state: other }) === undefined]).toEqual([
					zip,
					other,
					together,
				]);
			}
		}
	}
});

it('says nothing of a code that is not whole', () => {
	for (const zip of ['', '1', 'ab']) expect(describeWrongState({ zip, state: 'SP' })).toBeUndefined();
});
