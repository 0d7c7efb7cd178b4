/**
 * The token that the control API, the console and the documentation want where other machines reach
 * them: in the Authorization header, or in a cookie that the console's address with `?token=` sets.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

import type { FastifyReply, FastifyRequest } from 'fastify';

import { ApiError } from '../api/errors';

/** Browsers send a cookie to every port of its host: each sandbox there has one of its own. */
const cookieOf = ({ host = '' }: FastifyRequest['headers']): string =>
	`sandbox_control_token_${/\d*$/.exec(host)?.[0] ?? ''}`;

const OPEN = /^\/(?:v1(?:[/?]|$)|_sandbox\/ready(?:\?|$))/;

export function tokenRequired(): ApiError {
	const message =
		'This needs the control token: open the address that the sandbox printed at its start, ' +
		'or send "Authorization: Bearer <token>" (the commands read SANDBOX_CONTROL_TOKEN)';
	return new ApiError('control_token_required', message);
}

const digest = (text: string) => createHash('sha256').update(text).digest();

export function newControlToken(): string {
	return randomBytes(18).toString('base64url');
}

/** The token in the address of the console; null where none is. A pasted address counts as its token. */
export function tokenInAddress(url: string): string | null {
	const [path, query] = url.split('?', 2);
	const given = path === '/' ? new URLSearchParams(query).get('token') : null;
	return given?.trim().replace(/^.*[?&]token=/, '') ?? null;
}

/** What anybody may call: the service itself, which has its API keys, and whether it serves. */
export function needsToken(url: string): boolean {
	return !OPEN.test(url);
}

function tokensIn({ headers }: FastifyRequest): string[] {
	const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
	const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim().split('='));
	const fromCookies = cookies.filter(([name]) => name === cookieOf(headers)).map(([, value]) => value);
	return [bearer, ...fromCookies].filter((token) => token !== undefined);
}

export class ControlToken {
	private readonly expected: Buffer;

	constructor(private readonly token: string) {
		this.expected = digest(token);
	}

	private isRight(given: string): boolean {
		return timingSafeEqual(digest(given), this.expected);
	}

	/** Takes the token out of the address of the console and leaves it in a cookie; true if it did. */
	exchange({ url, method, headers }: FastifyRequest, reply: FastifyReply): boolean {
		const given = tokenInAddress(url);
		if (method !== 'GET' || given === null || !this.isRight(given)) return false;
		void reply
			.header('Set-Cookie', `${cookieOf(headers)}=${this.token}; Path=/; HttpOnly; SameSite=Strict`)
			.header('Cache-Control', 'no-store')
			.header('Referrer-Policy', 'no-referrer')
			.redirect('/', 303);
		return true;
	}

	isIn(request: FastifyRequest): boolean {
		return tokensIn(request).some((token) => this.isRight(token));
	}
}
