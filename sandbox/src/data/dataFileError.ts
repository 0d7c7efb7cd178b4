/** The file cannot be used; the message is for the person who named it. */
export class DataFileError extends Error {}

export function damaged(file: string, what: string): DataFileError {
	return new DataFileError(`${file} is damaged: ${what}. Nothing in it was changed`);
}
