/** Asks for the control token where a browser comes to the console or the documentation without it. */
import { createHash } from 'node:crypto';

import type { FastifyReply, FastifyRequest } from 'fastify';

const TEXTS = {
	en: {
		lang: 'en',
		title: 'This sandbox asks for its control token',
		why: 'The sandbox printed the token when it started, in the address of the console.',
		label: 'Control token, or the whole address',
		open: 'Open the console',
		wrong:
			'That is not the token of this sandbox. Without <code>--control-token</code>, it makes a new one at each start.',
	},
	pt: {
		lang: 'pt-BR',
		title: 'Este sandbox pede o token de controle',
		why: 'O sandbox mostrou o token ao iniciar, no endereço do console.',
		label: 'Token de controle ou o endereço inteiro',
		open: 'Abrir o console',
		wrong:
			'Este não é o token deste sandbox. Sem <code>--control-token</code>, ele cria um novo a cada início.',
	},
};

const STYLES = `
:root { color-scheme: light dark; background: light-dark(#e6ebee, #11161d); color: light-dark(#17212d, #e9eef4); font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; display: grid; min-height: 100vh; place-content: center; grid-template-columns: min(28rem, calc(100vw - 2rem)); }
main { padding: 2rem; background: light-dark(#fff, #1a212b); border: 1px solid light-dark(#cbd4da, #323d4b); border-radius: 12px; }
h1 { margin: 0 0 0.6rem; font-size: 1.3rem; line-height: 1.25; text-wrap: balance; }
p { margin: 0 0 1.2rem; color: light-dark(#475564, #b0bccb); }
p[role] { margin: 0; color: light-dark(#ab2a1f, #ff9c8f); }
form { display: grid; gap: 0.4rem; }
label { font-weight: 600; font-size: 0.9rem; }
input, button { font: inherit; padding: 0.55rem 0.8rem; border-radius: 8px; }
input { background: none; color: inherit; border: 1px solid light-dark(#8a98a3, #5d6b7c); }
button { margin-top: 0.6rem; border: 0; background: light-dark(#2340a0, #3c5bd0); color: #fff; font-weight: 600; cursor: pointer; }
:focus-visible { outline: 3px solid light-dark(#2340a0, #9db2ff); outline-offset: 2px; }
`;

const POLICY = [
	"default-src 'none'",
	`style-src 'sha256-${createHash('sha256').update(STYLES).digest('base64')}'`,
	"base-uri 'none'",
	"form-action 'self'",
	"frame-ancestors 'none'",
].join('; ');

function page({ lang, title, why, label, open, wrong }: (typeof TEXTS)['en'], isWrong: boolean): string {
	return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sandbox</title>
<style>${STYLES}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${why}</p>
<form action="/">
<label for="token">${label}</label>
<input id="token" name="token" type="password" required autofocus autocomplete="off"${isWrong ? ' aria-describedby="wrong"' : ''}>
${isWrong ? `<p id="wrong" role="alert">${wrong}</p>` : ''}
<button>${open}</button>
</form>
</main>
</body>
</html>
`;
}

/** What a browser asks for when somebody enters an address; a program gets the error as JSON. */
export function wantsPage({ method, url, headers }: FastifyRequest): boolean {
	return (
		method === 'GET' && /^\/(?:docs\/?)?(?:\?|$)/.test(url) && (headers.accept ?? '').includes('text/html')
	);
}

export function sendTokenPage({ headers }: FastifyRequest, reply: FastifyReply, isWrong: boolean): void {
	const language = /(?:^|,)\s*(en|pt)\b/i.exec(headers['accept-language'] ?? '')?.[1]?.toLowerCase();
	void reply
		.code(401)
		.headers({
			'Cache-Control': 'no-store',
			'Content-Security-Policy': POLICY,
			'Referrer-Policy': 'no-referrer',
			'X-Content-Type-Options': 'nosniff',
		})
		.type('text/html; charset=utf-8')
		.send(page(language === 'pt' ? TEXTS.pt : TEXTS.en, isWrong));
}
