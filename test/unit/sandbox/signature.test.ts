import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import { signature } from '../../../sandbox/src/library/signature';
import { sign } from '../../../sandbox/src/webhooks/signature';
import { vectors } from '../../support/trigger/signatureVectors';

it.each(vectors)('the sandbox signs as openssl does: $name', ({ secret, timestamp, body, signature }) => {
	expect(sign(secret, timestamp, body)).toBe(signature);
});

const secret = 'whsec_test';
const body = '{"event":"card.created","note":"é"}';
const signed = signature.sign({ secret, body, event: 'card.created', timestamp: 1_790_000_000 });

describe("the library's signature", () => {
	const verify = (changes: Partial<Parameters<typeof signature.verify>[0]> = {}) =>
		signature.verify({ secret, body, headers: signed, now: 1_790_000_000, ...changes });

	it('verifies what it has signed, from headers in small letters, of fetch, and of a body in bytes', () => {
		const small = Object.entries(signed).map(([name, value]) => [name.toLowerCase(), value] as const);
		for (const headers of [signed, Object.fromEntries(small), new Headers(signed)]) {
			expect(verify({ headers, body: Buffer.from(body) })).toBeNull();
		}
		const headers = signature.sign({ secret, body, event: 'card.created', headerPrefix: 'X-Letters' });
		expect(signature.verify({ secret, body, headers, headerPrefix: 'X-Letters' })).toBeNull();
	});

	it.each([
		[{ secret: 'whsec_other' }, 'does not match'],
		[{ body: `${body} ` }, 'does not match'],
		[{ now: 1_790_000_301 }, 'is 301 seconds off'],
		[{ now: 1_789_999_699 }, 'is 301 seconds off'],
		[{ headers: {} }, 'X-Service-Signature or X-Service-Timestamp is missing'],
		[{ headers: { ...signed, 'X-Service-Timestamp': '1790000000.5' } }, 'must be Unix seconds'],
		[{ headers: { ...signed, 'X-Service-Signature': 'é' } }, 'does not match'],
	])('says what is wrong: %j', (changes, words) => {
		expect(verify(changes)).toContain(words);
	});
});

describe('the samples in the reference', () => {
	const reference = readFileSync(path.resolve(__dirname, '../../../sandbox/REFERENCE.md'), 'utf8');
	const section = reference.slice(reference.indexOf('## Check a signature'));
	const sample = (language: string) =>
		new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(section)?.[1] ?? '';
	// Each is given the body, signature, timestamp and time, and prints whether the event is genuine.
	const programs: Array<[string, string, () => string[]]> = [
		[
			'js',
			process.execPath,
			() => [
				'-e',
				`${sample('js')}\nconst [, body, ...rest] = process.argv;\nconsole.log(isGenuine('${secret}', Buffer.from(body), rest[0], rest[1], Number(rest[2])) ? 'yes' : 'no');`,
			],
		],
		[
			'python',
			'python3',
			() => [
				'-c',
				`${sample('python')}\nimport sys\nprint('yes' if is_genuine('${secret}', sys.argv[1].encode(), sys.argv[2], sys.argv[3], int(sys.argv[4])) else 'no')`,
			],
		],
	];
	it.each(programs)('%s tells a genuine event from others', async (_language, program, code) => {
		const { 'X-Service-Signature': right = '', 'X-Service-Timestamp': at = '' } = signed;
		const ask = async (...values: string[]) => {
			const ran = promisify(execFile)(program, [...code(), ...values]);
			const { stdout } = await ran.catch((error: unknown) => {
				const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
				throw isMissing ? new Error(`This test runs a sample in ${program}: install it.`) : error;
			});
			return stdout.trim();
		};
		expect(await ask(body, right, at, '1790000100')).toBe('yes');
		expect(await ask(`${body} `, right, at, '1790000100')).toBe('no');
		expect(await ask(body, right, at, '1790000301')).toBe('no');
		expect(await ask(body, 'é', at, '1790000100')).toBe('no');
		expect(await ask(body, right, 'now', '1790000100')).toBe('no');
	});
});
