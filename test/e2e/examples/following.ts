/** The examples that follow letters: by their events, and without. */
import { ExampleWorkflow } from '../../../tools/n8n/exampleRun';
import { openPage, submitForm } from '../../../tools/n8n/forms';
import { eventBody, signedDelivery } from '../../../tools/signedDelivery';
import type { ExampleTests, Stage } from './stage';
import { address } from './stage';

export const followingExamples = (stage: () => Stage): ExampleTests => ({
	'keep-every-event': (name) => {
		it('gives what happened to which letter', async () => {
			const workflow = await ExampleWorkflow.create(stage().scene, name);
			await workflow.listen('Letter Event');
			await stage().scene.sandbox.control('POST', '/events', { event: 'card.shipped' });
			const { output } = await workflow.next();
			await workflow.deactivate();
			expect(output('What Happened')).toEqual([
				{
					event: 'card.shipped',
					status: 'posted',
					letter_id: expect.stringMatching(/^crd_/) as string,
					external_id: expect.any(String) as string,
					occurred_at: expect.any(String) as string,
					dedupe_key: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
				},
			]);
		});
	},

	'poll-until-delivered': (name) => {
		it('follows a letter until it is delivered, and then leaves it alone', async () => {
			const workflow = await ExampleWorkflow.create(stage().scene, name);
			// Before there is a table, or a letter.
			expect((await workflow.run('Each Hour')).output('Look at the Letter')).toEqual([]);
			const [row] = (await workflow.run('Start')).output('Write Down Its ID');
			const [letter] = await stage().letters();
			expect(row).toMatchObject({ letter_id: letter?.id, external_id: '2026-0061', status: 'queued' });
			expect(row).toMatchObject({ name: 'Maria Aparecida da Silva' });

			const early = await workflow.run('Each Hour');
			expect(early.output('Look at the Letter')).toEqual([expect.objectContaining({ id: letter?.id })]);
			expect(early.output('Delivered')).toEqual([]);

			const path = `/cards/${String(letter?.id)}/advance`;
			await stage().scene.sandbox.control('POST', path, { to: 'in_transit' });
			expect((await workflow.run('Each Hour')).output('Delivered')).toEqual([]);
			await stage().scene.sandbox.control('POST', path, { to: 'delivered' });
			const arrived = await workflow.run('Each Hour');
			expect(arrived.output('Delivered')).toEqual([
				expect.objectContaining({ letter_id: letter?.id, status: 'delivered' }),
			]);
			expect(arrived.output('Came Back')).toEqual([]);

			expect((await workflow.run('Each Hour')).output('Look at the Letter')).toEqual([]);
		});

		it('a letter that comes back takes the other way, and is left alone too', async () => {
			const workflow = await ExampleWorkflow.create(stage().scene, name);
			await workflow.run('Start');
			const [letter] = await stage().letters();
			const path = `/cards/${String(letter?.id)}/advance`;
			await stage().scene.sandbox.control('POST', path, { to: 'returned' });
			const { output } = await workflow.run('Each Hour');
			expect(output('Came Back')).toEqual([
				expect.objectContaining({ letter_id: letter?.id, status: 'returned' }),
			]);
			expect(output('Delivered')).toEqual([]);
			expect((await workflow.run('Each Hour')).output('Look at the Letter')).toEqual([]);
		});
	},

	'delivered-or-returned': (name) => {
		let workflow: ExampleWorkflow;

		beforeEach(async () => {
			workflow = await ExampleWorkflow.create(stage().scene, name, { credentials: [stage().smtp] });
			expect((await workflow.run('Start')).status).toBe('success');
			await workflow.listen('Delivered or Returned');
		});

		afterEach(() => workflow.deactivate());

		const advance = async (to: string): Promise<void> => {
			const letter = (await stage().letters()).at(-1);
			await stage().scene.sandbox.control('POST', `/cards/${String(letter?.id)}/advance`, { to });
		};

		it('delivered: noted, and nobody is asked', async () => {
			await advance('delivered');
			const { output } = await workflow.next();
			expect(output('Note the Delivery')).toEqual([
				expect.objectContaining({ external_id: '2026-0041', status: 'delivered' }),
			]);
			expect(stage().mailbox.mails).toEqual([]);
		});

		it('returned: the recipient gives a new address, and one letter goes there', async () => {
			await advance('returned');
			const id = await workflow.started();
			const { to, links, text } = await stage().mailOf(id);
			expect(to).toBe('maria@example.com');
			expect(await stage().externalIds()).toEqual(['2026-0041']);
			const link = links['Give my address'] ?? '';
			const page = (await openPage(link)).text;
			expect(page).toContain('Where shall we send your letter?');
			// n8n shows HTML that stands in a name.
			for (const shown of [text, page]) expect(shown).not.toContain('Maria');
			await submitForm(link, workflow.fields('Ask for the New Address'), address);
			expect((await stage().scene.client.finished(id)).status).toBe('success');
			expect(await stage().externalIds()).toEqual(['2026-0041', '2026-0041-resent']);
			expect((await stage().letters())[1]?.request).toMatchObject({
				to: { name: 'Maria Aparecida da Silva', city: 'Belo Horizonte', zip: '30160-011' },
				message: expect.stringContaining('Obrigado pela sua compra') as string,
			});
		});

		it('a return told of twice, and answered twice: one new letter', async () => {
			const [letter] = await stage().letters();
			const data = { id: letter?.id, external_id: '2026-0041', status: 'returned' };
			// Two events to the trigger, so that its filter of duplicates lets both pass.
			for (const occurred_at of ['2026-01-02T00:00:00Z', '2026-01-02T00:00:01Z']) {
				const body = JSON.stringify(eventBody({ event: 'card.returned', data, occurred_at }));
				await workflow.deliver('Delivered or Returned', signedDelivery({ body }));
				const id = await workflow.started();
				const link = (await stage().mailOf(id)).links['Give my address'] ?? '';
				await submitForm(link, workflow.fields('Ask for the New Address'), address);
				await stage().scene.client.finished(id);
			}
			expect(await stage().externalIds()).toEqual(['2026-0041', '2026-0041-resent']);
		});

		it('the letter sent again comes back too: that is noted, and nobody is asked again', async () => {
			await advance('returned');
			const id = await workflow.started();
			const link = (await stage().mailOf(id)).links['Give my address'] ?? '';
			await submitForm(link, workflow.fields('Ask for the New Address'), address);
			const { status, output } = await stage().scene.client.finished(id);
			expect(status).toBe('success');
			expect(output('Send It Again')).toEqual([expect.objectContaining({ outcome: 'ordered' })]);
			await advance('returned');
			const second = await workflow.next();
			expect(second.status).toBe('success');
			expect(second.output('Note the Return')).toEqual([
				expect.objectContaining({ external_id: '2026-0041-resent', status: 'returned' }),
			]);
			expect(stage().mailbox.mails).toEqual([]);
			expect(await stage().externalIds()).toEqual(['2026-0041', '2026-0041-resent']);
		});
	},
});
