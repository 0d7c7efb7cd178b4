import { sign } from '../../../sandbox/src/webhooks/signature';
import { vectors } from '../../support/trigger/signatureVectors';

it.each(vectors)('the sandbox signs as openssl does: $name', ({ secret, timestamp, body, signature }) => {
	expect(sign(secret, timestamp, body)).toBe(signature);
});
