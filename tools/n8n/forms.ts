/** n8n's forms, filled in as a browser does: the form trigger's, and those behind links in mails. */
import { fetch, FormData } from 'undici';

import { until } from '../waiting';

export interface FormField {
	fieldLabel: string;
}

export type Answers = Record<string, string | File>;

/** n8n takes a click without a browser's name for that of a link preview, and ignores it. */
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

export function fields(parameters: Record<string, unknown>): FormField[] {
	return (parameters.formFields as { values: FormField[] }).values;
}

/** Answers by the label of their question; gives n8n's answer. */
export async function submitForm(
	url: string,
	questions: FormField[],
	answers: Answers,
	headers: Record<string, string> = {},
): Promise<string> {
	const form = new FormData();
	for (const [label, answer] of Object.entries(answers)) {
		const index = questions.findIndex(({ fieldLabel }) => fieldLabel === label);
		if (index < 0) throw new Error(`The form does not ask for "${label}".`);
		if (typeof answer === 'string') form.append(`field-${index}`, answer);
		else form.append(`field-${index}`, answer, answer.name);
	}
	const response = await fetch(url, { method: 'POST', headers: { ...BROWSER, ...headers }, body: form });
	const text = await response.text();
	if (!response.ok) throw new Error(`n8n answered the form with HTTP ${response.status}: ${text}`);
	return text;
}

/** Opens a page, as a click on a link does. */
export async function openPage(url: string): Promise<{ status: number; text: string }> {
	const response = await fetch(url, { headers: BROWSER });
	return { status: response.status, text: await response.text() };
}

/** The page of a form that comes next, once the execution has come to it. */
export async function nextPage(waiting: string): Promise<string> {
	const status = new URL(waiting);
	status.pathname += '/n8n-execution-status';
	// Asked for earlier, the page itself would never be answered.
	await until('the form to have its next page', async () => {
		const { text } = await openPage(status.href);
		return text === 'form-waiting';
	});
	return (await openPage(waiting)).text;
}

/**
 * The page a form ends with, and what that page does by itself: it calls its own address to let the
 * execution end.
 */
export async function lastPage(waiting: string): Promise<string> {
	const text = await nextPage(waiting);
	await (await fetch(waiting, { method: 'POST', headers: BROWSER })).text();
	return text;
}
