/**
 * Sentences as letters have them, in five languages: by Caminha, Alcoforado, Austen, Church, Jefferson,
 * Keats, Lincoln, Sévigné, Voltaire, Napoleon, Beethoven, Goethe, Kleist, Colón, Teresa de Ávila, Bolívar
 * and Cervantes, all in the public domain; others are written here in their manner. What a rule must
 * leave alone is less in the words than in the signs around them, so each sentence is also cut short
 * after every word, and set as people set it: quoted, exclaimed, between dashes.
 */
export const SENTENCES: Record<string, string[]> = {
	pt: [
		'Senhor, posto que o capitão-mor desta vossa frota e assim os outros capitães escrevam a Vossa Alteza a nova do achamento desta vossa terra nova, não deixarei também de dar disso minha conta.',
		'A feição deles é serem pardos, maneira de avermelhados, de bons rostos e bons narizes, bem-feitos.',
		'Andam nus, sem nenhuma cobertura.',
		'Águas são muitas; infindas.',
		'Em tal maneira é graciosa que, querendo-a aproveitar, dar-se-á nela tudo, por bem das águas que tem.',
		'Porém o melhor fruto que dela se pode tirar me parece que será salvar esta gente.',
		'Beijo as mãos de Vossa Alteza.',
		'Deste Porto Seguro, da Vossa Ilha de Vera Cruz, hoje, sexta-feira, primeiro dia de maio de 1500.',
		'Considera, meu amor, até que ponto foste imprevidente.',
		'Ah, desgraçado! Foste enganado e enganaste-me com esperanças falsas.',
		'Não sei por que te escrevo: só terás piedade de mim, e eu não quero a tua piedade.',
		'Adeus! Ama-me sempre, e faz-me sofrer ainda maiores males.',
		'Há quanto tempo não recebo notícias tuas, minha irmã!',
		'Amanhã de manhã irei à feira com a mamãe e o Simão.',
		'O coração não envelhece; só a mão é que já não escreve como dantes.',
		'Às vezes penso na avó, no avô e nas maçãs do pomar.',
		'Peço-lhe que dê lembranças à D. Conceição e ao Sr. João.',
		'Quem não vê bem uma palavra não pode ver bem uma alma.',
		'Saudações cordiais do seu amigo de sempre.',
		'Até à próxima, e não te esqueças de nós.',
	],
	en: [
		'I have been shown in the files of the War Department a statement of the Adjutant General of Massachusetts that you are the mother of five sons who have died gloriously on the field of battle.',
		'I feel how weak and fruitless must be any word of mine which should attempt to beguile you from the grief of a loss so overwhelming.',
		'I pray that our Heavenly Father may assuage the anguish of your bereavement, and leave you only the cherished memory of the loved and lost.',
		'You pierce my soul; I am half agony, half hope.',
		'Tell me not that I am too late, that such precious feelings are gone for ever.',
		'I have loved none but you.',
		'I cannot exist without you; I am forgetful of every thing but seeing you again.',
		'My love has made me selfish.',
		'I hold it that a little rebellion now and then is a good thing.',
		'The tree of liberty must be refreshed from time to time.',
		'Yes, Virginia, there is a Santa Claus.',
		"I'm sorry I couldn't write sooner; it's been a busy year for all of us.",
		'Do give my love to Mr. & Mrs. Darcy, and to the 3 little ones.',
		'If I had more time, I should have written a shorter letter.',
		'Expect me on the 4th, at half past five.',
		'Yours, very sincerely and respectfully,',
	],
	fr: [
		'Je m’en vais vous mander la chose la plus étonnante, la plus surprenante, la plus merveilleuse, la plus miraculeuse, la plus triomphante.',
		'Je vous le donne en trois, jetez-vous votre langue aux chiens ?',
		'Eh bien ! il faut donc vous la dire : M. de Lauzun épouse dimanche au Louvre, devinez qui ?',
		'On n’a jamais employé tant d’esprit à vouloir nous rendre bêtes.',
		'Il prend envie de marcher à quatre pattes quand on lit votre ouvrage.',
		'Je n’ai pas passé un jour sans t’aimer ; je n’ai pas passé une nuit sans te serrer entre mes bras.',
		'À chaque instant, je m’éloigne de toi, ma bien-aimée.',
		'Où êtes-vous, ma chère enfant, et que faites-vous à cette heure-ci ?',
		'L’été s’achève ; le cœur, lui, reste où vous l’avez laissé.',
		'Ça et là, des îles, des forêts, un château : voilà tout notre voyage.',
		'Noël approche, et Zoë n’a rien reçu de son aïeul.',
		'Ô mon ami, que j’eusse été heureux de vous revoir à Besançon !',
		'Il m’a répondu : « Jamais ! », puis il s’est tû.',
		'Dès que j’aurai reçu la vôtre, j’y répondrai sans délai.',
		'Veuillez agréer, Madame, l’expression de mes sentiments les meilleurs.',
		'Je vous embrasse mille fois.',
	],
	de: [
		'Mein Engel, mein alles, mein Ich.',
		'Nur einige Worte heute, und zwar mit Bleistift, mit deinem.',
		'Ewig dein, ewig mein, ewig uns.',
		'Wie froh bin ich, daß ich weg bin!',
		'Bester Freund, was ist das Herz des Menschen!',
		'Dich zu verlassen, den ich so liebe, von dem ich unzertrennlich war, und froh zu sein!',
		'Eine wunderbare Heiterkeit hat meine ganze Seele eingenommen, gleich den süßen Frühlingsmorgen, die ich mit ganzem Herzen genieße.',
		'Die Wahrheit ist, daß mir auf Erden nicht zu helfen war.',
		'Möge dir der Himmel einen Tod schenken, nur halb an Freude und unaussprechlicher Heiterkeit dem meinigen gleich.',
		'Lebe wohl und grüße mir die Tante, den Onkel und die Großmutter.',
		'Ich küsse dir tausendmal die Hände.',
		'Ärgere dich nicht über das Wetter; übermorgen fahren wir nach Österreich.',
		'Über die Brücke, an der Mühle vorbei, zum Schloß: so führt der Weg.',
		'Er sagte: „Ich weiß es nicht“, und ging.',
		'Öfter, als du glaubst, denke ich an jene schönen Tage.',
		'Mit freundlichen Grüßen verbleibe ich Ihr ergebenster Diener.',
	],
	es: [
		'Señor, porque sé que habréis placer de la gran victoria que Nuestro Señor me ha dado en mi viaje, os escribo ésta.',
		'La Española es maravilla; las sierras y las montañas y las vegas y las campiñas, y las tierras tan hermosas y gruesas para plantar y sembrar.',
		'Nada te turbe, nada te espante, todo se pasa.',
		'La paciencia todo lo alcanza; quien a Dios tiene nada le falta.',
		'Yo deseo más que otro alguno ver formar en América la más grande nación del mundo, menos por su extensión y riquezas que por su libertad y gloria.',
		'El velo se ha rasgado; ya hemos visto la luz y se nos quiere volver a las tinieblas.',
		'Puesto ya el pie en el estribo, con las ansias de la muerte, gran señor, ésta te escribo.',
		'Ayer me dieron la extremaunción y hoy escribo ésta.',
		'El tiempo es breve, las ansias crecen, las esperanzas menguan.',
		'¿Cómo está vuestra merced, y cómo los niños?',
		'¡Cuánto me alegré de recibir tu carta, corazón!',
		'Mañana, al amanecer, saldré con Íñigo y Úrsula hacia Ávila.',
		'El señor Núñez vendrá el 1.º de mayo; la señora, el 2.ª feria.',
		'Averigüé lo del pingüino: era de cigüeña.',
		'Órdenes son órdenes, ¿verdad?',
		'Queda de usted su seguro servidor, que besa su mano.',
	],
};

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

/** Each as a reader would see it, and all in capitals. */
export function* lettersOf(language: string): Generator<string> {
	for (const sentence of SENTENCES[language] ?? []) {
		for (const [index, word] of sentence.split(' ').entries()) {
			// A sentence ends in any word, above all where a name or a greeting does.
			const text = sentence
				.split(' ')
				.slice(0, index + 1)
				.join(' ')
				.replace(/[.,;:!?]+$/, '');
			const settings = index % 4 === 3 || word.endsWith('.') ? SETTINGS : SETTINGS.slice(0, 6);
			for (const set of settings) {
				yield set(text);
				yield set(text).toLocaleUpperCase(language);
			}
		}
	}
}

const FIRST =
	'João,Conceição,Antônio,Ângela,Zoë,Jürgen,François,Íñigo,Siân,Øyvind,Łukasz,Ağça,Çağla,Ștefan,Åsa,D’Ávila,Mª José'.split(
		',',
	);
const LAST =
	'Brandão,Guimarães,São Pedro,Peña,Müller,Groß,L’Hôtellier,O’Brien,Ñúñez,Ærøskøbing,Dvořák,Şahin,Țepeș,Null,Nan'.split(
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
