/** Which service and accounts a run uses, as its credential says. */
import { createHash } from 'node:crypto';

import type { ICredentialDataDecryptedObject, IExecuteFunctions, ILoadOptionsFunctions } from 'n8n-workflow';

import { Refusal } from '../words/refusal';

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
	/** Names it in items: a new API key leaves it as it is, unless each item may have its own. */
	id: string;
}

export type Context = IExecuteFunctions | ILoadOptionsFunctions;

/** The input items of one account. */
export interface Share {
	account: Account;
	itemIndexes: number[];
}

/**
 * The input items by their account: the credential may hold expressions, such as a client's key for each item.
 * Without any, it is read once for all.
 * @throws Refusal as `readAccount` does
 */
export async function shareByAccount(context: IExecuteFunctions): Promise<[Share, ...Share[]]> {
	const ofItem = await mayDiffer(context);
	const account = await readAccount(context, 0, ofItem);
	const first: Share = { account, itemIndexes: [0] };
	const shares = new Map([[account.hash, first]]);
	for (const itemIndex of context.getInputData().keys()) {
		if (itemIndex === 0) continue;
		const own = ofItem ? await readAccount(context, itemIndex, ofItem) : account;
		const share = shares.get(own.hash) ?? { account: own, itemIndexes: [] };
		share.itemIndexes.push(itemIndex);
		shares.set(own.hash, share);
	}
	return [...shares.values()] as [Share, ...Share[]];
}

/**
 * @param ofItem The credential may hold expressions, so that its id names several accounts.
 * @throws Refusal when the credential has no API key, or its base URL cannot be one
 */
export async function readAccount(context: Context, itemIndex = 0, ofItem = false): Promise<Account> {
	const given = await context.getCredentials(CREDENTIAL, itemIndex);
	// Expressions may give numbers, or nothing.
	const apiKey = asText(given.apiKey);
	const url = asText(given.baseUrl);
	const forItem = itemIndex > 0 ? ` for item ${itemIndex + 1}` : '';
	if (apiKey.trim() === '') {
		throw new Refusal(
			`The credential has no API key${forItem}`,
			'Enter the API key in the Handwritten Letters API credential; an expression there must give one for every item.',
		);
	}
	const baseUrl = trimBaseUrl(url);
	const fault = baseUrlFault(baseUrl);
	if (fault !== undefined) {
		throw new Refusal(
			`The base URL of the credential${forItem} ${fault}`,
			'Set the base URL in the Handwritten Letters API credential to the address of the service, starting with https:// (or http://) and ending in the version, for example https://example.com/v1.',
		);
	}
	const hash = digest(`${baseUrl}\n${apiKey}`);
	const stored = ofItem ? undefined : context.getNode().credentials?.[CREDENTIAL]?.id;
	const id = digest(`${new URL(baseUrl).href}\n${stored ?? apiKey}`).slice(0, 16);
	return { credential: { ...given, apiKey, baseUrl: url }, baseUrl, hash, id };
}

/** True where a value of the credential is an expression, or where n8n does not let it be known. */
async function mayDiffer(context: IExecuteFunctions): Promise<boolean> {
	const raw = await readRaw(context).catch(() => undefined);
	if (typeof raw !== 'object' || raw === null) return true;
	return Object.values(raw).some((value) => typeof value === 'string' && value.startsWith('='));
}

/** What n8n reads credentials with; not in its published types (read in 1.123 and 2.40). */
interface Internals {
	additionalData?: { credentialsHelper?: { getDecrypted?: (...values: unknown[]) => Promise<unknown> } };
}

/** The credential as it is stored, its expressions not evaluated. */
async function readRaw(context: IExecuteFunctions): Promise<unknown> {
	const { additionalData } = context as unknown as Internals;
	const stored = context.getNode().credentials?.[CREDENTIAL];
	return await additionalData?.credentialsHelper?.getDecrypted?.(
		additionalData,
		stored,
		CREDENTIAL,
		context.getMode(),
		undefined,
		true,
	);
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

export const asText = (value: unknown): string =>
	typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** As a person enters it, to put a path behind it. */
export const trimBaseUrl = (given: string): string => given.trim().replace(/\/+$/, '');

/** Why it cannot be used; the address itself may hold a password. */
export function baseUrlFault(baseUrl: string): string | undefined {
	// Some readers take `https:/` for an address, and n8n's does not.
	if (!/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl)) return 'is not a web address';
	const { username, password } = new URL(baseUrl);
	// They would be sent in the place of the API key.
	if (username + password !== '') return 'has a user name or a password in it';
	// What follows it would be no path.
	return /[?#]/.test(baseUrl) ? 'has a ? or a # in it' : undefined;
}

/** This computer, private networks, and names that the internet does not know. */
const OWN_NETWORK = new RegExp(
	[
		String.raw`^(?:10|127)(?:\.\d+){3}$|^(?:169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d+){2}$`,
		String.raw`^\[(?:::1\]|f[cd]|fe[89ab])`,
		String.raw`^[^.:]+$|\.(?:home\.arpa|internal|local|localhost)$`,
	].join('|'),
);

/** In a container, that is the container. */
export const isThisComputer = (baseUrl: string): boolean =>
	/^(?:127(?:\.\d+){3}|\[::1\]|localhost)$/.test(new URL(baseUrl).hostname);

/** Warns of a base URL by which everything can be read on its way through the internet. */
export function warnOfUnencrypted(baseUrl: string): string[] {
	if (!URL.canParse(baseUrl)) return [];
	const { protocol, hostname, origin } = new URL(baseUrl);
	if (protocol !== 'http:' || OWN_NETWORK.test(hostname)) return [];
	return [`The base URL begins with http://, so the API key and the letters go to ${origin} unencrypted`];
}
