/** The pages at `/docs`: Swagger UI, with calmer looks, dark mode and the key. */

export const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>The sandbox's APIs</title>
<link rel="icon" href="/docs/static/favicon-32x32.png">
<link rel="stylesheet" href="/docs/static/swagger-ui.css">
<link rel="stylesheet" href="/docs/static/page.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/docs/static/swagger-ui-bundle.js"></script>
<script src="/docs/static/page.js"></script>
</body>
</html>
`;

const SETTINGS = {
	dom_id: '#swagger-ui',
	deepLinking: true,
	defaultModelsExpandDepth: 0,
	displayRequestDuration: true,
	docExpansion: 'list',
	persistAuthorization: true,
	tryItOutEnabled: true,
	validatorUrl: null,
};

/** The key lies in the library's storage before it starts, so that "Try it out" works at once. */
export function pageScript(apiKey: string): string {
	const authorized = {
		apiKey: { name: 'apiKey', schema: { type: 'http', scheme: 'bearer' }, value: apiKey },
	};
	return `
localStorage.setItem('authorized', ${JSON.stringify(JSON.stringify(authorized))});
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
const url = location.pathname === '/docs/control' ? '/_sandbox/openapi.json' : '/openapi.json';
SwaggerUIBundle({ url, ...${JSON.stringify(SETTINGS)} });
`;
}

export const PAGE_STYLES = `
:root { color-scheme: light dark; }
body { margin: 0; background: #faf8f4; }
html.dark-mode, html.dark-mode body { background: #1c2022; }
html.dark-mode .swagger-ui .examples-select__section-label { color: inherit; }
.swagger-ui .wrapper { max-width: 1080px; }
.swagger-ui .info { margin: 32px 0 8px; }
.swagger-ui .info .title { font-size: 28px; }
.swagger-ui .scheme-container { background: none; box-shadow: none; margin: 0; padding: 8px 0; }
.swagger-ui .opblock-tag { font-size: 20px; border-bottom-color: #8883; }
.swagger-ui .webhooks h2 { font-size: 20px; }
.swagger-ui .opblock { box-shadow: none; border-radius: 8px; }
.swagger-ui .opblock .opblock-section-header { box-shadow: none; }
.swagger-ui .response-col_links { display: none; }
.swagger-ui .response-col_description .headers-wrapper { margin-top: 8px; }
.swagger-ui textarea { min-height: 220px; }
`;
