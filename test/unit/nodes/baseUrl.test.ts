/** Which base URLs are refused, and which are warned of because they are not encrypted. */
import { baseUrlFault, warnOfUnencrypted } from '../../../nodes/n8n/account';

it.each([
	['not an address', 'is not a web address'],
	['ftp://example.com/v1', 'is not a web address'],
	['https:/example.com/v1', 'is not a web address'],
	['https:\\\\example.com\\v1', 'is not a web address'],
	['https://', 'is not a web address'],
	['https://example.com/v1?team=1', 'has a ? or a # in it'],
	['https://example.com/v1#', 'has a ? or a # in it'],
	['https://user@example.com/v1', 'has a user name or a password in it'],
	['https://:secret@example.com/v1', 'has a user name or a password in it'],
	['https://example.com/v1', undefined],
	['HTTPS://example.com/v1', undefined],
])('%s: %s', (baseUrl, fault) => {
	expect(baseUrlFault(baseUrl)).toBe(fault);
});

it.each([
	...['http://letters.example.com/v1', 'HTTP://Letters.Example.com', 'http://8.8.8.8', 'http://134744072/v1'],
	...[
		'http://172.32.0.1',
		'http://10.0.0.1.example.com',
		'http://[2001:db8::1]/v1',
		'http://local.example.com',
	],
])('warns of %s', (baseUrl) => {
	expect(warnOfUnencrypted(baseUrl)).toEqual([
		`The base URL begins with http://, so the API key and the letters go to ${new URL(baseUrl).origin} unencrypted`,
	]);
});

it.each([
	...[
		'https://letters.example.com/v1',
		'http://127.0.0.1:5388/v1',
		'http://localhost:5388',
		'http://[::1]:5388',
	],
	...['http://sandbox:5388/v1', 'http://host.docker.internal:5388', 'http://nas.local', 'http://a.home.arpa'],
	...['http://10.1.2.3', 'http://172.16.0.9', 'http://192.168.0.2', 'http://169.254.1.1', 'http://[fd00::1]'],
])('does not warn of %s', (baseUrl) => {
	expect(warnOfUnencrypted(baseUrl)).toEqual([]);
});
