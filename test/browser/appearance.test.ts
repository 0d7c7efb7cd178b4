/** Light and dark, small screens, readers: what can be checked by a machine. */
import { source as axeSource } from 'axe-core';
import { setScene } from '../support/console/scenery';
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

test.each(['light', 'dark'] as const)('axe finds nothing in any view, %s', async (colorScheme) => {
	const visit = await Visit.start({}, { colorScheme, reducedMotion: 'reduce' });
	const [underWay = '', , returned = ''] = await setScene(visit.origin);
	for (const view of [...VIEWS, `letters/${underWay}`, `letters/${returned}`]) {
		await visit.page.goto(`${visit.origin}/#/${view}`);
		await visit.page.locator('main h1').waitFor();
		if (view === 'letters') await visit.card('Helena').waitFor();
		expect([view, await findings(visit)]).toEqual([view, []]);
	}
});

test('the colours follow the system until one chooses, and the choice is kept', async () => {
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

test('on a phone nothing is wider than the screen', async () => {
	const visit = await Visit.start({}, { viewport: { width: 375, height: 740 } });
	const [letter = ''] = await setScene(visit.origin);
	for (const view of [...VIEWS, `letters/${letter}`]) {
		await visit.page.goto(`${visit.origin}/#/${view}`);
		await visit.page.locator('main h1').waitFor();
		const width = await visit.page.evaluate('document.documentElement.scrollWidth');
		expect([view, width]).toEqual([view, 375]);
	}
});

test('who wants no motion gets none', async () => {
	const visit = await Visit.start({}, { reducedMotion: 'reduce' });
	await setScene(visit.origin);
	await visit.goTo();
	await visit.card('Helena').waitFor();
	expect(await visit.page.evaluate('document.getAnimations().length')).toBe(0);
});
