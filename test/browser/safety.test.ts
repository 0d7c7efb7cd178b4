/** A letter may say anything, and the console may not be talked into anything. */
import { request } from 'undici';

import type { Json } from '../integration/sandbox/support';
import { order, startReceiver } from '../integration/sandbox/support';
import { Visit } from './visit';

const ATTACK = '<script>alert(1)</script><img src=x onerror=alert(2)><svg onload=alert(3)>';
const evil: Json = order({
	to: {
		name: `Eva ${ATTACK}`,
		address_line1: ATTACK,
		address_line2: ATTACK,
		city: 'Natal"><script>alert(4)</script>',
		state: 'RN',
		zip: '59000-000',
	},
	message: ATTACK,
	external_id: ATTACK,
	metadata: { [ATTACK]: ATTACK, __proto__: null },
});

it('a message that is a script tag shows as text, everywhere', async () => {
	const receiver = await startReceiver();
	const visit = await Visit.start({ webhookUrl: receiver.url });
	const id = await visit.sandbox.newCard(evil);
	await visit.sandbox.advance(id, 'posted');
	await visit.goTo();
	await visit.card('Eva').getByText('<script>alert(1)</script>').first().waitFor();
	await visit.card('Eva').click();
	await visit.page.locator('.desk .ink').getByText(ATTACK).waitFor();
	await visit.page.locator('.envelope-address').getByText(ATTACK).first().waitFor();
	await visit.page.getByRole('button', { name: /^Created, received/ }).click();
	await visit.page.getByText('How X-Service-Signature is made').waitFor();
	await visit.page.goto(`${visit.origin}/#/deliveries`);
	await visit.page.getByRole('button', { name: /^Created, received/ }).waitFor();
	expect(await visit.page.locator('script:not([src])').count()).toBe(0);
	expect(await visit.page.locator('img').count()).toBe(0);
});

it('an address in the bar that names a script or an unknown letter shows a plain page', async () => {
	const visit = await Visit.start();
	await visit.goTo(`#/letters/${encodeURIComponent('"><img src=x onerror=alert(1)>')}`);
	await visit.page.getByText('No such letter').waitFor();
	await visit.page.goto(`${visit.origin}/#/letters/%E0%A4%A`);
	await visit.page.reload();
	await visit.page.locator('.clock time').waitFor();
	// The letter that is not there was asked for: the browser notes the 404s.
	expect(visit.problems.splice(0).filter((problem) => !problem.includes('404'))).toEqual([]);
});

it('the policy allows this origin only, nothing inline, and no markup from text', async () => {
	const visit = await Visit.start();
	const { headers } = await request(`${visit.origin}/`);
	const policy = String(headers['content-security-policy']);
	expect(policy).toMatch(/^default-src 'none'/);
	expect(policy).toContain("require-trusted-types-for 'script'");
	expect(policy).not.toMatch(/unsafe|https?:|\*|data:/);
	await visit.goTo();
	const outcome = await visit.page.evaluate(`new Promise((done) => {
		addEventListener('securitypolicyviolation', ({ effectiveDirective }) => done(effectiveDirective));
		fetch('https://elsewhere.example/').catch(() => undefined);
	})`);
	expect(outcome).toBe('connect-src');
	expect(visit.problems.splice(0).join()).toContain('Content Security Policy');
});

it('normal use of every view stays within the policy and this machine', async () => {
	const visit = await Visit.start();
	const violations: unknown[] = [];
	await visit.page.exposeFunction('noteViolation', (text: string) => void violations.push(text));
	await visit.page.addInitScript(
		`addEventListener('securitypolicyviolation', (event) => noteViolation(event.violatedDirective + ' ' + event.blockedURI))`,
	);
	for (const style of ['sty_casual', 'sty_elegant', 'sty_classic', 'sty_playful']) {
		const id = await visit.sandbox.newCard(order({ style }));
		await visit.sandbox.advance(id, 'returned');
		await visit.goTo(`#/letters/${id}`);
		await visit.page.locator('.desk .postmark').waitFor();
	}
	for (const view of ['letters', 'deliveries', 'requests', 'faults', 'settings']) {
		await visit.page.goto(`${visit.origin}/#/${view}`);
		await visit.page.locator('main h1').waitFor();
	}
	const fonts = await visit.page.evaluate(
		`document.fonts.ready.then((set) => [...set].filter(({ status }) => status === 'loaded').map(({ family }) => family))`,
	);
	expect(fonts).toEqual(
		expect.arrayContaining(['Casual hand', 'Elegant hand', 'Classic hand', 'Playful hand']),
	);
	expect(violations).toEqual([]);
});
