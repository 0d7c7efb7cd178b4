import { sign } from '../../sandbox/webhooks/signature';
import { vectors } from '../support/signatureVectors';

it.each(vectors)('the sandbox signs as openssl does: $name', ({ secret, timestamp, body, signature }) => {
	expect(sign(secret, timestamp, body)).toBe(signature);
});
