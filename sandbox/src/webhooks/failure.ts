/** Why no answer came, in words for whoever reads the delivery. */
import { isNativeError } from 'node:util/types';

const UNKNOWN_ISSUER = 'is signed by nobody that Node trusts';

/** By Node's code for it. */
const CERTIFICATE_FAULTS: Readonly<Record<string, string>> = {
	DEPTH_ZERO_SELF_SIGNED_CERT: 'is self-signed',
	SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_ISSUER,
	UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_ISSUER,
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_ISSUER,
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_ISSUER,
	CERT_HAS_EXPIRED: 'has expired',
	CERT_NOT_YET_VALID: 'is not valid yet',
	ERR_TLS_CERT_ALTNAME_INVALID: 'is made out to another name',
};

export function failureText(reason: unknown): string {
	// Not instanceof: Node's own may come from another realm than this code, as under Jest.
	if (!isNativeError(reason)) return String(reason);
	const fault = CERTIFICATE_FAULTS[(reason as NodeJS.ErrnoException).code ?? ''];
	if (fault === undefined) return reason.message;
	return `The receiver's certificate ${fault}, so nothing was sent. To accept any certificate, allow self-signed ones for this receiver`;
}
