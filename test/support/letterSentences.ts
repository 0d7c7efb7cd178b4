/**
 * 5,175 sentences of the public domain in five languages: from the letters of Beethoven (in English, by
 * Lady Wallace), Goethe's novel in letters "Die Leiden des jungen Werther", Machado de Assis' stories,
 * chronicles and open letters, Cervantes' "Don Quijote" and Dumas' "Le Comte de Monte-Cristo"; all but
 * the Portuguese by way of Project Gutenberg. What a rule must leave alone is less in the words than in
 * the signs around them, so each sentence is also cut short after a word, and set as people set it.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

const FILE = path.resolve(__dirname, '../vectors/letterSentences.json.gz');

export const SENTENCES = JSON.parse(gunzipSync(readFileSync(FILE)).toString('utf8')) as Record<
	string,
	string[]
>;

/** How people set a sentence off, each around the sentence without its last full stop. */
const SETTINGS: Array<(sentence: string) => string> = [
	(text) => `${text}.`,
	(text) => `${text}…`,
	(text) => `${text}...`,
	(text) => `${text}!`,
	(text) => `“${text}”`,
	(text) => `«${text}»`,
	(text) => `« ${text} »`,
	(text) => `«\u00a0${text}\u00a0»`,
	(text) => `„${text}“`,
	(text) => `‘${text}’`,
	(text) => `"${text}"`,
	(text) => `— ${text} —`,
	(text) => `– ${text} –`,
	(text) => `${text}\u00a0!`,
	(text) => `${text}\u202f?`,
	(text) => `${text}®, ${text}™`,
	(text) => `1.º ${text}²`,
	(text) => `(${text})`,
	(text) => `${text};\n\t${text}:\r\n`,
	(text) => `${text}, 25 °C, 5 %, R$ 10,00, 20 €, § 3`,
];

/** Each as it stands, cut short and set in two ways; and all of them in capitals. */
export function* lettersOf(language: string): Generator<string> {
	for (const [index, sentence] of (SENTENCES[language] ?? []).entries()) {
		const words = sentence.split(' ');
		// A sentence ends in any word, above all where a name or a greeting does.
		const cut = words.slice(0, (index % words.length) + 1).join(' ');
		const text = cut.replace(/[.,;:!?]+$/, '');
		const settings = [index, index * 7 + 3].map((number) => SETTINGS[number % SETTINGS.length]);
		for (const letter of [sentence, ...settings.flatMap((set) => set?.(text) ?? [])]) {
			yield letter;
			yield letter.toLocaleUpperCase(language);
		}
	}
}

const FIRST =
	'João,Conceição,Antônio,Ângela,Zoë,Jürgen,François,Íñigo,Siân,Øyvind,Łukasz,Ağça,Çağla,Ștefan,Åsa,D’Ávila,Mª José'.split(
		',',
	);
const LAST =
	'Brandão,Guimarães,São Pedro,Peña,Müller,Groß,L’Hôtellier,O’Brien,Ñúñez,Ærøskøbing,Dvořák,Şahin,Țepeș,Nulla,Nan'.split(
		',',
	);
const STREETS =
	'Rua São João, 12|Av. 7 de Setembro, s/n|Praça da Sé, nº 1|Trav. do Ó, 3-A|Große Straße 5|12, rue de l’Église|C/ Peña, 3, 2.º izq.|Qd. 5 Lt. 9|SQN 210 Bl. “C”|1º Beco, Km 3,5 (fundos)'.split(
		'|',
	);
const CITIES = 'São Paulo/SP,Itaú/RN,Óbidos/PA,Æ/AL,Brasília/DF,Ilhéus/BA,Içara/SC,Xangri-lá/RS'.split(',');

export interface MadeUpAddress {
	name: string;
	address_line1: string;
	city: string;
	state: string;
	zip: string;
}

export function addresses(count: number): MadeUpAddress[] {
	return Array.from({ length: count }, (_none, index) => {
		const at = (list: string[], step: number): string => list[Math.floor(index / step) % list.length] ?? '';
		const [city = '', state = ''] = at(CITIES, 3).split('/');
		const address = {
			name: `${at(FIRST, 1)} ${at(LAST, 2)}`,
			address_line1: at(STREETS, 1),
			city,
			state,
			zip: `${String(10000 + ((index * 7919) % 89999))}-${String(index % 1000).padStart(3, '0')}`,
		};
		if (index % 2 === 0) return address;
		return { ...address, name: address.name.toLocaleUpperCase(), city: city.toLocaleUpperCase() };
	});
}
