/**
 * Every text of the console, in English and in Brazilian Portuguese. What the API names (fields,
 * headers, event names, error messages) stays as the API has it, and what n8n's screen shows stays in
 * n8n's English.
 */
import { BOARD } from './board';
import { DELIVERIES } from './deliveries';
import { FAULTS, PRESETS } from './faults';
import { LETTER } from './letter';
import { REQUESTS } from './requests';
import { SETTINGS } from './settings';
import { KEYS, SHELL, UI } from './shell';
import { EVENTS, STATUSES, TEMPLATE_NAMES } from './vocabulary';
import { MISTAKES, REFUSALS, WHY } from './why';
import { WRITE } from './write';

export const TABLE = {
	shell: SHELL,
	keys: KEYS,
	ui: UI,
	refusals: REFUSALS,
	statuses: STATUSES,
	events: EVENTS,
	templates: TEMPLATE_NAMES,
	board: BOARD,
	write: WRITE,
	letter: LETTER,
	deliveries: DELIVERIES,
	requests: REQUESTS,
	why: WHY,
	mistakes: MISTAKES,
	faults: FAULTS,
	presets: PRESETS,
	settings: SETTINGS,
} as const;
