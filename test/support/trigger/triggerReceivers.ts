/** The set-ups of the trigger that the attacks are sent to. */
import type { INodeParameters } from 'n8n-workflow';

import { DEFAULTS } from '../../../sandbox/src/defaults';
import type { CredentialData } from '../../../tools/engine/engine';

export const CREDENTIAL_DATA: CredentialData = {
	apiKey: DEFAULTS.apiKey,
	baseUrl: 'http://127.0.0.1:1/v1',
	webhookSecret: DEFAULTS.webhookSecret,
	previousWebhookSecret: 'whsec_old',
	headerPrefix: DEFAULTS.headerPrefix,
};

type Secrets = Record<'webhookSecret' | 'previousWebhookSecret' | 'headerPrefix', string>;

export interface Receiver {
	parameters?: INodeParameters;
	/** Of the credential, before the workflow is activated. */
	credential?: Partial<Secrets>;
	/** Of the credential, while the workflow is active. */
	changedLater?: Partial<Secrets>;
}

export const RECEIVERS = {
	usual: {},
	'carta prefix': { credential: { headerPrefix: ' X-Carta- ' } },
	'returned only': { parameters: { events: ['card.returned'] } },
	'900 seconds': { parameters: { events: ['*'], options: { tolerance: 900 } } },
	'tolerance that is no number': { parameters: { events: ['*'], options: { tolerance: 'soon' } } },
	'filter off': { parameters: { events: ['*'], options: { ignoreDuplicates: false } } },
	'old secret removed': { changedLater: { previousWebhookSecret: '' } },
	'secrets emptied': { changedLater: { webhookSecret: '', previousWebhookSecret: '' } },
	'secret of spaces': { changedLater: { webhookSecret: '   ', previousWebhookSecret: '' } },
	'secret with a line break': { changedLater: { webhookSecret: `${DEFAULTS.webhookSecret}\n` } },
} satisfies Record<string, Receiver>;

export type ReceiverName = keyof typeof RECEIVERS;

export const receiver = (name: ReceiverName): Required<Receiver> => ({
	parameters: { events: ['*'] },
	credential: {},
	changedLater: {},
	...RECEIVERS[name],
});
