/** Light and dark, small screens, readers: what can be checked by a machine. */
import { source as axeSource } from 'axe-core';
import type { Locator } from 'playwright-core';

import { STYLES } from '../../sandbox/src/cards/catalog';
import { setScene } from '../../tools/pictures/consoleScenery';
import { order } from '../integration/sandbox/support';
import { Visit } from './visit';

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
const LOOKS = SIZES.flatMap((viewport) =>
	(['light', 'dark'] as const).map((colorScheme) => ({ viewport, colorScheme, width: viewport.width })),
);

describe.each(LOOKS)('at $width px, $colorScheme', ({ viewport, colorScheme }) => {
	it('axe finds nothing, and nothing is wider than the screen', async () => {
		const receivers = [TEST_RECEIVER];
		const visit = await Visit.start({ receivers }, { viewport, colorScheme, reducedMotion: 'reduce' });
		const [underWay = '', , returned = ''] = await setScene(visit.origin);
		for (const view of [...VIEWS, `letters/${underWay}`, `letters/${returned}`]) {
			await visit.page.goto(`${visit.origin}/#/${view}`);
			await visit.page.locator('main h1').waitFor();
			if (view === 'letters') await visit.card('Helena').waitFor();
			const width = await visit.page.evaluate('document.documentElement.scrollWidth');
			expect([view, width, await findings(visit)]).toEqual([view, viewport.width, []]);
		}
	});

	it('axe finds nothing in a receiver with all its fields, and nothing is wider than the screen', async () => {
		const receivers = [TEST_RECEIVER];
		const visit = await Visit.start({ receivers }, { viewport, colorScheme, reducedMotion: 'reduce' });
		await visit.goTo('#/settings');
		await visit.page.getByText('Events and certificate').first().click();
		await visit.page.getByRole('button', { name: 'Change test' }).click();
		const dialog = visit.page.getByRole('dialog');
		await dialog.getByText('Events and certificate').click();
		await dialog.getByLabel('Allow a self-signed certificate').waitFor();
		const width = await visit.page.evaluate('document.documentElement.scrollWidth');
		expect([width, await findings(visit)]).toEqual([viewport.width, []]);
	});
});

describe.each(SIZES)('at $width px', (viewport) => {
	it('every view is reached by its whole name', async () => {
		const visit = await Visit.start({}, { viewport });
		await setScene(visit.origin);
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
	await setScene(visit.origin);
	await visit.goTo();
	await visit.card('Helena').waitFor();
	expect(await visit.page.evaluate('document.getAnimations().length')).toBe(0);
});
