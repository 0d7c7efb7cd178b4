/**
 * What the address of a country must be like, how people write it, and how it stands on an envelope. Part
 * of the contract, because the sandbox refuses what is of another form, too.
 */
import { plainWords } from './visibleText';
import { DEFAULT_COUNTRY } from './vocabulary';

interface Rule {
	pattern: RegExp;
	/** What is wrong with anything else. */
	fault: string;
}

interface Country {
	state: Rule & {
		/** All there are, by their codes, which are written in capitals. */
		names?: Record<string, string>;
		/** What is wrong with one of the right form that is not among them. */
		unknown?: string;
	};
	/** Absent where no postal code is checked. */
	zip?: Rule & {
		/** What people write for it, and its form on an envelope. */
		written?: [pattern: RegExp, form: string];
		/** The first three digits of the last code of each range, and the states that it may belong to. */
		ranges?: Array<[last: string, states: string]>;
	};
}

const COUNTRIES: Record<string, Country> = {
	BR: {
		state: {
			pattern: /^[A-Za-z]{2}$/,
			fault: 'must be two letters, for example SP',
			unknown: 'must be a state of Brazil, for example SP',
			names: {
				...{ AC: 'Acre', AL: 'Alagoas', AM: 'Amazonas', AP: 'Amapá', BA: 'Bahia', CE: 'Ceará' },
				...{ DF: 'Distrito Federal', ES: 'Espírito Santo', GO: 'Goiás', MA: 'Maranhão' },
				...{ MG: 'Minas Gerais', MS: 'Mato Grosso do Sul', MT: 'Mato Grosso', PA: 'Pará' },
				...{ PB: 'Paraíba', PE: 'Pernambuco', PI: 'Piauí', PR: 'Paraná', RJ: 'Rio de Janeiro' },
				...{ RN: 'Rio Grande do Norte', RO: 'Rondônia', RR: 'Roraima', RS: 'Rio Grande do Sul' },
				...{ SC: 'Santa Catarina', SE: 'Sergipe', SP: 'São Paulo', TO: 'Tocantins' },
			},
		},
		zip: {
			pattern: /^\d{5}-?\d{3}$/,
			fault: 'must have 8 digits in Brazil, for example 01310-100',
			// `01.310-100` and `01310 100`.
			written: [/^(\d\d)[. ]?(\d{3})\s?[-. \u2010-\u2015]?\s?(\d{3})$/, '$1$2-$3'],
			// Correios, "Faixas de CEP" (buscacepinter.correios.com.br). States whose ranges lie within each
			// other's, or which published copies of the list draw differently, are not told apart.
			ranges: [
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
			],
		},
	},
};

/** How many digits a postal code has at least, by country: those in which all have as many. */
const ZIP_DIGITS: Record<number, string> = {
	4: 'AR AT AU BE BG CH DK HU LU NO NZ SI',
	5: 'CZ DE EE ES FI FR GR HR IT KR LT MX MY PL SE SK TH TR UA US UY',
	6: 'CN CO IN RO RU SG',
	7: 'CL JP PT',
};

/** The spec says "exactly 2 characters (two-letter state code)"; France, for example, counts: 75. */
const OTHER: Country = { state: { pattern: /^[\p{L}\p{N}]{2}$/u, fault: 'must be two letters or digits' } };

const RULES = new Map<string, Country>([
	...Object.entries(COUNTRIES),
	...Object.entries(ZIP_DIGITS).flatMap(([digits, names]) =>
		names.split(' ').map((name): [string, Country] => {
			const pattern = new RegExp(String.raw`^(?:\D*\d){${digits}}`);
			return [name, { ...OTHER, zip: { pattern, fault: `must have ${digits} digits in ${name}` } }];
		}),
	),
]);

/** An address of any form. */
type Given = Partial<Record<string, unknown>>;

function rulesFor({ country }: Given): Country {
	return RULES.get(typeof country === 'string' ? country : DEFAULT_COUNTRY) ?? OTHER;
}

export function placeFault(field: 'state' | 'zip', address: Given): string | undefined {
	const rule = rulesFor(address)[field];
	return rule === undefined || rule.pattern.test(String(address[field])) ? undefined : rule.fault;
}

/** What may have become of a postal code that is refused. */
export function zipHint(address: Given): string | undefined {
	const longer = plainPlace({ ...address, zip: `0${String(address.zip)}` });
	if (rulesFor(address).zip === undefined || placeFault('zip', longer) !== undefined) return undefined;
	if (describeWrongState(longer) !== undefined) return undefined;
	return 'A spreadsheet may have dropped the leading zero: format the column as text';
}

/** In the form in which it is ordered, where only one can be meant. */
export function plainPlace(address: Given): Given {
	const { state, zip } = rulesFor(address);
	const plain = { ...address };
	if (typeof plain.state === 'string' && state.names) plain.state = stateCode(plain.state, state.names);
	if (typeof plain.zip === 'string' && zip?.pattern.test(plain.zip) === false) plain.zip = printedZip(plain);
	return plain;
}

/** Of its code, or of its name: "São Paulo", "sao paulo". */
function stateCode(state: string, names: Record<string, string>): string {
	if (/^[a-z]{2}$/i.test(state)) return state.toUpperCase();
	const name = plainWords(state);
	return Object.keys(names).find((one) => plainWords(names[one] ?? '') === name) ?? state;
}

/** As it stands on an envelope. */
export function printedZip(address: Given): string {
	const { written } = rulesFor(address).zip ?? {};
	const zip = String(address.zip);
	return written === undefined ? zip : zip.replace(...written);
}

/** Of a state that does not exist. */
export function noStateFault(address: Given): string | undefined {
	const { names, pattern, unknown } = rulesFor(address).state;
	const given = String(address.state);
	const exists = names === undefined || Object.hasOwn(names, given);
	return exists || !pattern.test(given) ? undefined : unknown;
}

/** For example `Postal Code 01310-100 belongs to SP in the list of Correios, but State is RJ`. */
export function describeWrongState(address: Given): string | undefined {
	const [zip, state] = [String(address.zip), String(address.state)];
	const { pattern, ranges } = rulesFor(address).zip ?? {};
	const states = ranges?.find(([last]) => zip.slice(0, 3) <= last)?.[1];
	if (!pattern?.test(zip) || noStateFault(address) !== undefined) return undefined;
	if (states === undefined || state === '' || states.split(/, | or /).includes(state)) return undefined;
	return `Postal Code ${zip} belongs to ${states} in the list of Correios, but State is ${state}`;
}
