/** Which service and account a run uses, as its credential says. */
import { createHash } from 'node:crypto';

import type { ICredentialDataDecryptedObject, IExecuteFunctions, ILoadOptionsFunctions } from 'n8n-workflow';

import { Refusal } from './failures/refusal';

export const CREDENTIAL = 'handwrittenLettersApi';

interface Credential extends ICredentialDataDecryptedObject {
	apiKey: string;
	baseUrl: string;
}

export interface Account {
	credential: Credential;
	/** Without trailing slashes. */
	baseUrl: string;
	/** Names the account, and never the key itself. */
	hash: string;
}

export type Context = IExecuteFunctions | ILoadOptionsFunctions;

/** @throws Refusal when the credential's base URL cannot be one */
export async function readAccount(context: Context): Promise<Account> {
	const credential = await context.getCredentials<Credential>(CREDENTIAL);
	const baseUrl = readBaseUrl(credential.baseUrl);
	if (baseUrl === undefined) {
		throw new Refusal(
			`The base URL "${credential.baseUrl}" of the credential is not a web address`,
			'Set the base URL in the Handwritten Letters API credential to the address of the service, starting with https:// (or http://) and ending in the version, for example https://example.com/v1.',
		);
	}
	const hash = createHash('sha256').update(`${baseUrl}\n${credential.apiKey}`).digest('hex');
	return { credential, baseUrl, hash };
}

/** The base URL without its trailing slashes, or undefined when it is not an http(s) address. */
function readBaseUrl(value: string): string | undefined {
	const text = value.trim();
	if (!URL.canParse(text)) return undefined;
	const { protocol, host } = new URL(text);
	if (!/^https?:$/.test(protocol) || host === '') return undefined;
	return text.replace(/\/+$/, '');
}
