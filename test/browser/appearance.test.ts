/** Light and dark, small screens, readers: what can be checked by a machine. */
import { source as axeSource } from 'axe-core';
import type { Locator, Page } from 'playwright-core';

import { STYLES } from '../../sandbox/src/cards/catalog';
import { setScene } from '../../tools/pictures/consoleScenery';
import { address, order, startReceiver } from '../integration/sandbox/support';
import { Visit } from './visit';

/** Each looks at every screen. */
jest.setTimeout(180_000);

const VIEWS = ['letters', 'deliveries', 'requests', 'faults', 'settings'];

interface AxeFinding {
	readonly id: string;
	readonly nodes: readonly { readonly target: unknown; readonly failureSummary?: string }[];
}

async function findings(visit: Visit): Promise<string[]> {
	await visit.page.evaluate('Promise.all(document.getAnimations().map(({ finished }) => finished))');
	// As an expression over the protocol: the page's own policy would rightly refuse the script.
	await visit.page.evaluate(`${axeSource}; undefined`);
	const { violations } = await visit.page.evaluate<{ violations: readonly AxeFinding[] }>(
		`axe.run(document, { resultTypes: ['violations'] })`,
	);
	return violations.flatMap(({ id, nodes }) =>
		nodes.map(({ target, failureSummary }) => `${id}: ${String(target)} ${failureSummary ?? ''}`),
	);
}

/** One that shows everything a receiver can have, with an address longer than any screen. */
const TEST_RECEIVER = {
	name: 'test',
	url: `http://127.0.0.1:9/webhook-test/${'0123456789abcdef'.repeat(6)}/letters`,
	events: ['card.delivered' as const],
	allowSelfSigned: true,
};

const SIZES = [
	{ width: 1280, height: 800 },
	{ width: 768, height: 1024 },
	{ width: 390, height: 844 },
];
/** Every size with both colours and both languages, and each colour with each language; not all twelve together. */
const LOOKS = SIZES.flatMap((viewport, place) => {
	const locales = place % 2 === 0 ? ['en-GB', 'pt-BR'] : ['pt-BR', 'en-GB'];
	return (['light', 'dark'] as const).map((colorScheme, one) => ({
		viewport,
		colorScheme,
		locale: locales[one],
		width: viewport.width,
	}));
});

/** No screen is wide enough for it, and nothing in it lets a line end. */
const UNBROKEN = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(40);
const LETTERS = 2000;

/** Thousands of letters, one with everything as long as nobody would write it, and a refused call. */
async function crowd({ sandbox }: Visit): Promise<string> {
	await sandbox.post('/batches', { cards: Array.from({ length: LETTERS }, () => order()) });
	const to = { ...address, name: UNBROKEN, address_line1: UNBROKEN, address_line2: UNBROKEN, city: UNBROKEN };
	const long = { to, message: UNBROKEN, external_id: UNBROKEN, metadata: { [UNBROKEN]: UNBROKEN } };
	const id = await sandbox.newCard(order(long));
	await sandbox.advance(id, 'posted');
	const idempotencyKey = UNBROKEN;
	await sandbox.post('/cards', order({ to: { ...to, state: UNBROKEN } }), { idempotencyKey });
	return id;
}

interface Screen {
	readonly hash: string;
	/** There once it is complete. */
	readonly shows: string;
	readonly act?: (page: Page) => Promise<void>;
}

function screensWith(underWay: string, returned: string, long: string): readonly Screen[] {
	return [
		{ hash: 'letters', shows: '.pager' },
		{ hash: 'letters?status=queued', shows: '.board-gallery .pager' },
		{ hash: `letters?search=${UNBROKEN}x`, shows: '.empty' },
		...[underWay, returned, long].map((id) => ({
			hash: `letters/${id}`,
			shows: '.delivery, .letter-view .hint',
		})),
		{ hash: 'deliveries', shows: '.delivery' },
		{
			hash: 'deliveries?show=pending',
			shows: '.signature',
			act: (page) => page.locator('.delivery-open').first().click(),
		},
		{ hash: 'requests', shows: '.call' },
		{
			hash: 'requests?show=refused',
			shows: 'mark',
			act: (page) => page.locator('.call-open').first().click(),
		},
		{ hash: 'faults', shows: '.switch' },
		{ hash: 'settings', shows: '.settings-grid' },
		{
			hash: 'settings?',
			shows: 'dialog [name=allowSelfSigned]',
			act: async (page) => {
				await page.locator('.receivers button').click();
				await page.locator('dialog summary').click();
			},
		},
		{
			hash: 'letters?',
			shows: '[aria-invalid=true]',
			act: async (page) => {
				await page.keyboard.press('Escape');
				await page.keyboard.press('w');
				await page.locator('[name=message]').fill(UNBROKEN);
				await page.locator('.write-form [type=submit]').click();
			},
		},
	];
}

describe.each(LOOKS)('at $width px, $colorScheme, $locale', ({ viewport, colorScheme, locale }) => {
	const context = { viewport, colorScheme, locale, reducedMotion: 'reduce' } as const;

	it('axe finds nothing among thousands of letters, and nothing is wider than the screen', async () => {
		const visit = await Visit.start(
			{ receivers: [TEST_RECEIVER], webhookUrl: 'http://127.0.0.1:9/hook', webhookRetrySeconds: 3600 },
			context,
		);
		const { page } = visit;
		const [underWay = '', , returned = ''] = await setScene(visit.client);
		const long = await crowd(visit);
		const faulty: unknown[] = [];
		for (const { hash, shows, act } of screensWith(underWay, returned, long)) {
			await page.goto(`${visit.origin}/#/${hash}`);
			await page.locator('main h1, .empty').first().waitFor();
			await act?.(page);
			await page.locator(shows).first().waitFor();
			const width = await page.evaluate('document.documentElement.scrollWidth');
			const found = await findings(visit);
			if (width !== viewport.width || found.length > 0) faulty.push([hash.slice(0, 60), width, found]);
		}
		expect(faulty).toEqual([]);
		// The browser notes the 422 of the form.
		expect(visit.problems.splice(0).filter((problem) => !problem.includes('422'))).toEqual([]);
	});

	it('axe finds nothing before the first letter and where the token is asked for', async () => {
		for (const [options, shows] of [
			[{}, '.empty-board'],
			[{ controlToken: 'a-control-token' }, '#token'],
		] as const) {
			const visit = await Visit.start(options, context);
			await visit.page.goto(`${visit.origin}/?token=wrong`);
			await visit.page.locator(shows).waitFor();
			const width = await visit.page.evaluate('document.documentElement.scrollWidth');
			expect([width, await findings(visit)]).toEqual([viewport.width, []]);
			expect(visit.problems.splice(0).filter((problem) => !problem.includes('401'))).toEqual([]);
		}
	});
});

describe.each(SIZES)('at $width px', (viewport) => {
	it('every view is reached by its whole name', async () => {
		const visit = await Visit.start({}, { viewport });
		await setScene(visit.client);
		await visit.goTo();
		for (const view of VIEWS) {
			const name = new RegExp(`^${view}`, 'i');
			const box = await visit.page.getByRole('navigation').getByRole('link', { name }).boundingBox();
			expect([view, (box?.x ?? -1) >= 0, (box?.x ?? 0) + (box?.width ?? Infinity) <= viewport.width]).toEqual(
				[view, true, true],
			);
		}
	});

	it.each(STYLES.map(({ id }) => id))('the whole address is on the envelope, %s', async (style) => {
		const visit = await Visit.start({}, { viewport });
		const to = {
			name: 'Ana Souza',
			address_line1: 'Rua das Flores, 10',
			address_line2: 'Bloco B, apto. 42',
			city: 'São Paulo',
			state: 'SP',
			zip: '01310-100',
		};
		const id = await visit.sandbox.newCard(order({ to, style }));
		await visit.sandbox.advance(id, 'posted');
		for (const hash of [`#/letters/${id}`, '#/letters?status=posted']) {
			await visit.goTo(hash);
			const envelope = visit.page.locator('.envelope-face').first();
			// As laid out: each letter lies at an angle of its own, which its id decides.
			const code = envelope.getByText('01310-100');
			const [height, address, top, own] = await Promise.all([
				read(envelope, 'offsetHeight'),
				read(envelope.locator('.envelope-address'), 'offsetTop'),
				read(code, 'offsetTop'),
				read(code, 'offsetHeight'),
			]);
			// The coloured edge is not to be written on.
			expect(address + top + own).toBeLessThanOrEqual(height * 0.965);
		}
	});
});

it('a phone shows the time, and no keys for a keyboard that it does not have', async () => {
	const phone = { viewport: { width: 390, height: 844 }, timezoneId: 'America/Sao_Paulo' };
	const visit = await Visit.start({}, phone);
	await visit.sandbox.newCard();
	await visit.goTo();
	await visit.page
		.locator('.clock time')
		.getByText(/^\d\d:\d\d:\d\d GMT-3$/)
		.waitFor();
	await visit.card('Ana Souza').click();
	await visit.page.locator('.desk').waitFor();
	expect(await visit.page.locator('kbd:visible').count()).toBe(0);
});

it('a very long letter shows its beginning on a phone, and all of it on demand', async () => {
	const visit = await Visit.start({}, { viewport: { width: 390, height: 844 } });
	const message = 'Querida Ana, hoje choveu o dia inteiro. '.repeat(500);
	const id = await visit.sandbox.newCard(order({ message }));
	await visit.goTo(`#/letters/${id}`);
	const ink = visit.page.locator('.desk .ink');
	await ink.waitFor();
	expect(await read(ink, 'offsetHeight')).toBeLessThan(2 * 844);
	await visit.page.getByRole('button', { name: 'Show all 20,000 characters' }).click();
	await expect(ink.textContent()).resolves.toBe(message);
});

it('every time says its zone', async () => {
	const receiver = await startReceiver();
	const visit = await Visit.start({ webhookUrl: receiver.url }, { timezoneId: 'America/Sao_Paulo' });
	const id = await visit.sandbox.newCard();
	await visit.sandbox.settled(1);
	for (const hash of [`letters/${id}`, 'deliveries', 'requests']) {
		await visit.goTo(`#/${hash}`);
		await visit.page.locator('main time').first().waitFor();
		for (const text of await visit.page.locator('time').allInnerTexts()) expect(text).toMatch(/ GMT-3$/);
	}
});

it('the timeline has each date in one line, in Portuguese too', async () => {
	const visit = await Visit.start({}, { viewport: { width: 1280, height: 800 }, locale: 'pt-BR' });
	const id = await visit.sandbox.newCard();
	await visit.sandbox.advance(id, 'delivered');
	await visit.goTo(`#/letters/${id}`);
	const dates = visit.page.locator('.timeline time');
	await dates.nth(3).waitFor();
	const heights = await Promise.all([0, 1, 2, 3].map((i) => read(dates.nth(i), 'offsetHeight')));
	expect(Math.max(...heights)).toBeLessThan(30);
});

const read = (element: Locator, property: string): Promise<number> =>
	element.evaluate((node, name) => (node as unknown as Record<string, number>)[name] ?? NaN, property);

it('the colours follow the system until one chooses, and the choice is kept', async () => {
	const visit = await Visit.start({}, { colorScheme: 'dark' });
	const background = () => visit.page.evaluate(`getComputedStyle(document.documentElement).backgroundColor`);
	await visit.goTo();
	const dark = await background();
	await visit.page.emulateMedia({ colorScheme: 'light' });
	const light = await background();
	expect(light).not.toBe(dark);
	await visit.page.getByRole('button', { name: /Change to light/ }).click();
	await visit.page.getByRole('button', { name: /Change to dark/ }).click();
	expect(await background()).toBe(dark);
	await visit.page.reload();
	await visit.page.locator('.clock time').waitFor();
	expect(await background()).toBe(dark);
});

it('nothing moves for people who want no motion', async () => {
	const visit = await Visit.start({}, { reducedMotion: 'reduce' });
	await setScene(visit.client);
	await visit.goTo();
	await visit.card('Helena').waitFor();
	expect(await visit.page.evaluate('document.getAnimations().length')).toBe(0);
});
