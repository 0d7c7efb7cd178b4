/** Made with `printf '%s.%s' "$timestamp" "$body" | openssl dgst -sha256 -hmac "$secret"`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Vector {
	name: string;
	secret: string;
	/** Unix seconds. */
	timestamp: number;
	body: string;
	/** Hexadecimal. */
	signature: string;
}

export const vectors = JSON.parse(
	readFileSync(join(__dirname, '../../vectors/signature.json'), 'utf8'),
) as Vector[];
