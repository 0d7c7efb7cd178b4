/** The code of a country that people have written as a name: in Portuguese, English or its own language. */
import { plainWords } from './visibleText';

/** ISO 3166-1 as it is now: `Intl` also knows codes that have passed, such as DD. */
const CODES = [
	'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW',
	'BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI',
	'FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN',
	'IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME',
	'MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF',
	'PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV',
	'SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE',
	'YT ZA ZM ZW',
].flatMap((line) => line.split(' '));

/** As people say it every day. None of these names may mean two countries. */
const EVERYDAY: Record<string, string> = {
	CZ: 'República Tcheca, República Checa, Czech Republic',
	GB: 'U.K., Inglaterra, England, Escócia, Scotland, País de Gales, Wales, Grã-Bretanha, Great Britain, Irlanda do Norte, Northern Ireland',
	HK: 'Hong Kong',
	KR: 'South Korea, República da Coreia',
	MO: 'Macau',
	NL: 'Holanda, Holland',
	TR: 'Turkey',
	US: 'EUA, E.U.A., USA, U.S.A., Estados Unidos da América, United States of America',
};

/** Undefined for a name that may mean two. */
let codes: Map<string, string | undefined> | undefined;

function readCodes(): Map<string, string | undefined> {
	const found = new Map<string, string | undefined>();
	for (const code of CODES) {
		const { language } = new Intl.Locale('und', { region: code }).maximize();
		for (const locale of new Set(['pt', 'en', language])) {
			const name = plainWords(new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? '');
			found.set(name, (found.get(name) ?? code) === code ? code : undefined);
		}
	}
	for (const [code, names] of Object.entries(EVERYDAY)) {
		for (const name of names.split(', ')) found.set(plainWords(name), code);
	}
	return found;
}

/** Of a name, or of a code in small letters; never a guess. */
export function countryCode(country: string): string | undefined {
	// The one code that people write and ISO does not have.
	if (/^[a-z]{2}$/i.test(country)) return country.toUpperCase().replace('UK', 'GB');
	codes ??= readCodes();
	return codes.get(plainWords(country));
}
