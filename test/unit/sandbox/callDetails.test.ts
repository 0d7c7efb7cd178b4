/** What the console shows of one call: its body in lines, the refused fields, and the command. */
import { execFileSync } from 'node:child_process';

import { bodyLines, fieldsIn } from '../../../sandbox/console/ui/bodyLines';
import { curlOf } from '../../../sandbox/console/ui/curl';

it('a body in lines is that body in its usual layout', () => {
	const body = { to: { zip: '1', list: [], none: null }, cards: [{ a: 1 }, [true, 'é"']], metadata: {} };
	const text = bodyLines(JSON.stringify(body)).map((line) => line.text);
	expect(text.join('\n')).toBe(JSON.stringify(body, null, 2));
});

it('each line has the path that an error would name', () => {
	const paths = bodyLines('{"to":{"zip":"1"},"cards":[{"to":{"state":"X"}}]}').map(({ path }) => path);
	expect(paths.filter((path) => path !== null)).toEqual([
		'',
		...['to', 'to.zip', 'cards', 'cards[0]', 'cards[0].to', 'cards[0].to.state'],
	]);
});

it('a body that is not JSON stays as it is', () => {
	expect(bodyLines('{"to":\n1').map(({ text }) => text)).toEqual(['{"to":', '1']);
});

it('finds the fields that an error names', () => {
	const error =
		'to.zip: must have 8 digits, but is "a; b: c"; cards[1].style: is not a style of this account';
	expect([...fieldsIn(error)]).toEqual(expect.arrayContaining(['to.zip', 'cards[1].style']));
	expect([...fieldsIn('The API key is missing, invalid or revoked')]).toEqual([]);
	expect([...fieldsIn(null)]).toEqual([]);
});

describe('the command', () => {
	const masked = { authorization: 'Bearer ***' };
	const wordsOf = (
		status: number,
		apiKeys: string[],
		headers: Record<string, string>,
		body: string | null,
	) => {
		const sandbox = { origin: 'http://127.0.0.1:5388', apiKeys };
		const command = curlOf({ method: 'POST', path: '/v1/cards', status }, { headers, body }, sandbox);
		const script = `API_KEY=another; curl() { printf '%s\\n' "$@"; }; ${command}`;
		return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).trim().split('\n').slice(3);
	};

	it('is read by a shell as the call was, with the true key', () => {
		const body = `{"message":"It's \\"here\\"","note":"$HOME"}`;
		const headers = { host: 'x', ...masked, 'idempotency-key': 'k 1' };
		expect(wordsOf(201, [`it's $HOME`], headers, body)).toEqual([
			...['-H', `authorization: Bearer it's $HOME`, '-H', 'idempotency-key: k 1', '--data-raw', body],
		]);
	});

	it('takes the key from $API_KEY where it may be one of several', () => {
		expect(wordsOf(201, ['one', 'two'], masked, null)).toEqual(['-H', 'authorization: Bearer another']);
	});

	it('is refused for its key again', () => {
		expect(wordsOf(401, ['one'], masked, null)).toEqual(['-H', 'authorization: Bearer ***']);
	});
});
