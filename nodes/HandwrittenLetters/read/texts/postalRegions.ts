/**
 * Which states a Brazilian postal code (CEP) can be in. The source is Correios' list of the ranges of
 * each state ("Faixas de CEP", buscacepinter.correios.com.br). States whose ranges lie within each
 * other's, or which published copies of the list draw differently, are not told apart.
 */

/** The first three digits of the last code of each range, and the states that it may belong to. */
const RANGES: Array<[last: string, states: string]> = [
	['199', 'SP'],
	['289', 'RJ'],
	['299', 'ES'],
	['399', 'MG'],
	['489', 'BA'],
	['499', 'SE'],
	['569', 'PE'],
	['579', 'AL'],
	['589', 'PB'],
	['599', 'RN'],
	['639', 'CE'],
	['649', 'PI'],
	['659', 'MA'],
	['689', 'PA or AP'],
	['699', 'AM, RR or AC'],
	['767', 'DF or GO'],
	['769', 'RO'],
	['779', 'TO'],
	['788', 'MT'],
	['789', 'MT or RO'],
	['799', 'MS'],
	['879', 'PR'],
	['899', 'SC'],
	['999', 'RS'],
];

const statesIn = (names: string): string[] => names.split(/, | or /);

const STATES = new Set(RANGES.flatMap(([, states]) => statesIn(states)));

/** Two letters that stand for no state of Brazil. */
export const isNoState = (state: unknown): state is string =>
	typeof state === 'string' && /^[A-Z]{2}$/.test(state) && !STATES.has(state);

/** For example `Postal Code 01310-100 belongs to SP, but State is RJ`. */
export function describeWrongState(zip: string, state: string): string | undefined {
	const start = zip.replace(/\D/g, '').slice(0, 3);
	const states = RANGES.find(([last]) => start <= last)?.[1];
	if (start.length < 3 || states === undefined || statesIn(states).includes(state)) return undefined;
	return `Postal Code ${zip} belongs to ${states} in the list of Correios, but State is ${state}`;
}
