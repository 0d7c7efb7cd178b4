/** Which hand and which paper belong to a style; a letter that names none is written casually. */
import { STYLES, TEMPLATES } from '../../src/cards/catalog';
import { words } from '../words/words';

export type Hand = 'casual' | 'elegant' | 'classic' | 'playful';

const HANDS: Readonly<Record<string, Hand>> = {
	sty_casual: 'casual',
	sty_elegant: 'elegant',
	sty_classic: 'classic',
	sty_playful: 'playful',
};

export function handOf(style: string | undefined): Hand {
	return (style === undefined ? undefined : HANDS[style]) ?? 'casual';
}

export function styleName(style: string | undefined): string {
	if (style === undefined) return words.letter.noStyle;
	return STYLES.find(({ id }) => id === style)?.name ?? style;
}

const names: Readonly<Record<string, string>> = words.templates;

/** By the names that the console's language has for them. */
export const templates = TEMPLATES.map((template) => ({
	...template,
	name: names[template.id] ?? template.name,
}));

export function findTemplate(id: string) {
	return templates.find((template) => template.id === id);
}

/** Longer letters are written smaller, as people do. */
export function sizeOf(message: string): 'huge' | 'large' | 'medium' | 'small' | 'tiny' {
	if (message.length <= 60) return 'huge';
	if (message.length <= 180) return 'large';
	if (message.length <= 420) return 'medium';
	return message.length <= 1000 ? 'small' : 'tiny';
}
