/** Every error that the sandbox answers: one status, one type and one meaning for each code (spec, Errors). */
type Status = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 417 | 422 | 429 | 500;

interface Kind<Code extends string = string> {
	readonly status: Status;
	readonly type: string;
	readonly codes: readonly [Code, ...Code[]];
	/** For who reads the documents. */
	readonly meaning: string;
	/** A message under the first code. */
	readonly example: string;
}

function kind<const Code extends string>(
	status: Status,
	type: string,
	codes: readonly [Code, ...Code[]],
	meaning: string,
	example = meaning,
): Kind<Code> {
	return { status, type, codes, meaning, example };
}

const INVALID = 'validation_error';
const NOT_FOUND = 'not_found_error';
const STATE = 'state_error';

/** By their names in the documents' components. */
export const ERROR_KINDS = {
	InvalidRequest: kind(
		400,
		INVALID,
		['invalid_request'],
		'Malformed payload or a missing `Idempotency-Key`: correct before retrying.',
		'foo: is not an allowed property',
	),
	InvalidApiKey: kind(
		401,
		'authentication_error',
		['invalid_api_key'],
		'Bearer key missing, invalid or revoked.',
		'The API key is missing, invalid or revoked',
	),
	ControlTokenRequired: kind(
		401,
		'authentication_error',
		['control_token_required'],
		'The control token is missing or wrong.',
	),
	Forbidden: kind(
		403,
		'permission_error',
		['unknown_host', 'foreign_origin'],
		'The call names a host that is not this sandbox, or comes from a page of another site.',
	),
	CardNotFound: kind(
		404,
		NOT_FOUND,
		['card_not_found'],
		'The card does not exist or is not of this account.',
		'No card with this id belongs to this account',
	),
	DeliveryNotFound: kind(
		404,
		NOT_FOUND,
		['delivery_not_found'],
		'The delivery does not exist or is no longer kept.',
	),
	ReceiverNotFound: kind(404, NOT_FOUND, ['receiver_not_found'], 'No receiver has this name.'),
	RequestNotFound: kind(
		404,
		NOT_FOUND,
		['request_not_found'],
		'The call does not exist or is no longer kept.',
	),
	NotFound: kind(404, NOT_FOUND, ['not_found'], 'There is no such operation.'),
	MethodNotAllowed: kind(405, INVALID, ['method_not_allowed'], 'The path takes other methods.'),
	IdempotencyConflict: kind(
		409,
		'idempotency_error',
		['idempotency_conflict'],
		'Same `Idempotency-Key` with a different payload.',
		'This Idempotency-Key was already accepted with a different payload',
	),
	IllegalTransition: kind(409, STATE, ['illegal_transition'], 'No step leads the letter to this status.'),
	MainReceiver: kind(409, STATE, ['main_receiver'], 'The receiver `main` cannot be removed.'),
	NoWebhook: kind(409, STATE, ['no_webhook'], 'No receiver would get it.'),
	BodyTooLarge: kind(
		413,
		INVALID,
		['body_too_large'],
		'The body is larger than 1 MiB, the bound of this sandbox.',
		'The body is larger than 1 MiB; send several smaller batches',
	),
	ExpectationFailed: kind(
		417,
		INVALID,
		['expectation_failed'],
		'The header Expect asks for something unknown.',
	),
	InvalidOrder: kind(
		422,
		INVALID,
		[
			'invalid_zip',
			'missing_field',
			'invalid_state',
			'invalid_country',
			'invalid_schedule_at',
			'invalid_template',
			'invalid_style',
		],
		'The payload fails business validation: address, template, required fields.',
		'to.zip: must have 8 digits in Brazil, for example 01310-100, but is "1310"',
	),
	InvalidSeed: kind(422, INVALID, ['invalid_seed'], 'One of the letters is wrong, so none was made.'),
	RateLimited: kind(
		429,
		'rate_limit_error',
		['rate_limit_exceeded'],
		'Request limit exceeded: wait `Retry-After` seconds, then retry.',
		'Too many requests; wait Retry-After seconds',
	),
	InternalError: kind(
		500,
		'internal_error',
		['internal_error'],
		'Unexpected failure: log `request_id` and retry with the same key.',
		'Unexpected failure; the sandbox printed the reason',
	),
};

export type ErrorName = keyof typeof ERROR_KINDS;
export type ErrorCode = (typeof ERROR_KINDS)[ErrorName]['codes'][number];

const BY_CODE = new Map<string, Kind>(
	Object.values<Kind>(ERROR_KINDS).flatMap((one) => one.codes.map((code) => [code, one] as const)),
);

export function kindOf(code: ErrorCode): Kind {
	const found = BY_CODE.get(code);
	if (found === undefined) throw new Error(`No error has the code ${code}`);
	return found;
}
