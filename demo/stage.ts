/** What both kinds of the demo stand on: an abort signal, a voice, and the things to end later. */
import type { Report } from '../tools/n8n/install/progress';

export interface Stage {
	readonly signal: AbortSignal;
	readonly say: Report;
	/** Registers what ends something that was started; the last one started ends first. */
	onEnd(end: () => Promise<unknown>): void;
}
