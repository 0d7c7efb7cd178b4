/** A letter's Idempotency-Key as the user gives it: it wins over the External ID. */
import type { INodeProperties } from 'n8n-workflow';

import { fieldHint } from '../../shared/builder/builderHints';

export const KEY_LABEL = 'Idempotency Key';

/** Where the parameter stands. */
export const KEY_PARAMETER = 'options.idempotencyKey';

export const keyOption: INodeProperties = {
	displayName: KEY_LABEL,
	name: 'idempotencyKey',
	type: 'string',
	default: '',
	placeholder: 'e.g. {{ $json.orderId }}',
	description:
		'Identifies the letter instead of its External ID: letters with the same key are one letter. To order a letter of the error output again, give its error.details.idempotency_key here.',
	builderHint: fieldHint('Leave out unless the user asks for it: External ID identifies a letter.'),
};
