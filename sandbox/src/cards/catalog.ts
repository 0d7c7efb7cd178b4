/** The templates and handwriting styles that every sandbox account may use. */
import type { Style, Template } from '../contract';

export const TEMPLATES: readonly Template[] = [
	{ id: 'tpl_thank_you', name: 'Thank you', variables: ['first_name', 'product'] },
	{ id: 'tpl_welcome', name: 'Welcome', variables: ['first_name', 'company'] },
	{ id: 'tpl_birthday', name: 'Birthday', variables: ['first_name'] },
];

export const STYLES: readonly Style[] = [
	{ id: 'sty_casual', name: 'Casual', description: 'Relaxed everyday hand, slightly slanted' },
	{ id: 'sty_elegant', name: 'Elegant', description: 'Flowing script for formal occasions' },
	{ id: 'sty_classic', name: 'Classic', description: 'Upright, evenly spaced schoolbook hand' },
	{ id: 'sty_playful', name: 'Playful', description: 'Round, bouncing letters' },
];
