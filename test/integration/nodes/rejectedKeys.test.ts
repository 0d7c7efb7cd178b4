/**
 * A letter that the service rejected, corrected and run again: the interface does not show whether the
 * service keeps its key, and no sentence is false with either.
 */
import { runActionNode } from '../../../tools/engine/engine';
import { letterItem, letterParameters } from '../../support/letters';
import { withSandbox } from '../../support/withSandbox';

const orderBy = async (sandbox: ReturnType<typeof withSandbox>, style: string) =>
	await runActionNode({
		parameters: {
			...letterParameters,
			externalId: 'P-1001',
			style: { __rl: true, mode: 'id', value: style },
		},
		items: [letterItem('Ana')],
		credential: sandbox.credential,
	});

describe('where the service frees the key of a rejected letter', () => {
	const sandbox = withSandbox();

	it('the corrected one is ordered', async () => {
		const rejected = await orderBy(sandbox, 'sty_none');
		expect(rejected.error?.message).toMatch(/^Item 1: The service rejected the letter/);
		const { error, outputs } = await orderBy(sandbox, 'sty_casual');
		expect(error).toBeUndefined();
		expect(outputs[0]?.[0]?.json).toMatchObject({ outcome: 'ordered', external_id: 'P-1001' });
		expect(await sandbox.letters()).toBe(1);
	});
});

describe('where the service keeps the key of a rejected letter', () => {
	const sandbox = withSandbox({ rejectedKeepsKey: true });

	it('the corrected one is refused, and nobody says that it was ordered', async () => {
		await orderBy(sandbox, 'sty_none');
		const { error } = await orderBy(sandbox, 'sty_casual');
		const said = [error?.message, error?.description].join(' ');
		expect(said).toContain('an earlier letter, or one that it rejected');
		expect(said).toContain('No second letter was created');
		expect(said).toContain('Look for its External ID at the letter service before');
		expect(said).not.toMatch(/already ordered|was ordered|may have been ordered|first order/);
		expect(await sandbox.letters()).toBe(0);
	});
});
