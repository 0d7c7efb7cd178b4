/** The shape of the table: one row for each text, in every language of the console. */
import type { Language } from './language';

/** A name in braces is a slot: `Signed events go to {url}`. Both texts have the same slots. */
export type Row = Readonly<Record<Language, string>>;
export type Section = Readonly<Record<string, Row>>;
