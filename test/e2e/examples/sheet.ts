/** The example that takes its letters from Google Sheets. Other nodes stand in for Google's: see the peer. */
import { ExampleWorkflow } from '../../../tools/n8n/exampleRun';
import type { Row, Sheet } from '../../support/peers/sheet';
import { startSheet } from '../../support/peers/sheet';
import type { ExampleTests, Stage } from './stage';
import { ids } from './stage';

const row = (order: string, changes: Row = {}): Row => ({
	order,
	name: `Ana ${order}`,
	street: 'Rua da Bahia, 1148',
	complement: '',
	city: 'Belo Horizonte',
	state: 'MG',
	zip: '30160-011',
	message: `Olá, Ana ${order}!`,
	ready: 'yes',
	letter_id: '',
	letter_status: '',
	reason: '',
	...changes,
});

export const sheetExamples = (stage: () => Stage): ExampleTests => ({
	'letters-from-google-sheets': (name) => {
		let sheet: Sheet;

		const create = (orderingMode = 'order'): Promise<ExampleWorkflow> =>
			ExampleWorkflow.create(stage().scene, name, {
				changes: { 'Order the Letters': { orderingMode } },
				standIns: {
					'Rows of the Sheet': sheet.reading,
					'Write the Letter Back': sheet.writing,
					'Write the Reason Back': sheet.writing,
				},
			});
		const run = async (workflow?: ExampleWorkflow): Promise<void> => {
			const { status } = await (workflow ?? (await create())).run('Every 15 Minutes');
			expect(status).toBe('success');
		};
		/** Of each row, what was written back. */
		const results = () =>
			sheet.rows.map(({ letter_id, letter_status, reason }) => [letter_id, letter_status, reason]);

		beforeEach(async () => {
			sheet = await startSheet([
				row('S-0', { letter_id: 'crd_earlier', letter_status: 'queued' }),
				row('S-1', { ready: true }),
				row('S-2', { zip: '3016011' }),
				row('S-3', { ready: '', message: 'Olá, A' }),
				row('', { name: 'Nobody' }),
			]);
		});

		afterEach(() => sheet.close());

		it('orders each row that is ready, and writes id, status or reason into it', async () => {
			await run();
			const [letter, ...more] = await stage().letters();
			expect(more).toEqual([]);
			expect(letter?.request).toMatchObject({ external_id: 'S-1', message: 'Olá, Ana S-1!' });
			expect(results()).toEqual([
				['crd_earlier', 'queued', ''],
				[letter?.id, 'queued', ''],
				['', 'not ordered', expect.stringMatching(/8 digits/)],
				['', '', ''],
				['', '', ''],
			]);
		});

		it('a row is corrected: the next run orders it, takes its reason away, and orders no other again', async () => {
			await run();
			Object.assign(sheet.rows[2] ?? {}, { zip: '30160-011' });
			await run();
			expect(await stage().externalIds()).toEqual(['S-1', 'S-2']);
			expect(results()[2]).toEqual([ids(await stage().letters())[1], 'queued', '']);
			const requests = await stage().scene.sandbox.requests();
			expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(2);
		});

		it('a run broke off before it wrote the id: the next one writes the id of the same letter', async () => {
			await run();
			const [, first] = results();
			Object.assign(sheet.rows[1] ?? {}, { letter_id: '', letter_status: '' });
			await run();
			expect(results()[1]).toEqual(first);
			expect(await stage().letters()).toHaveLength(1);
		});

		it('the letter service rejects a letter: the reason is in its row, and the next run tries again', async () => {
			// n8n's process knows the letters of the other tests.
			Object.assign(sheet.rows[1] ?? {}, { order: 'S-9' });
			const rules = [{ on: { method: 'POST' }, when: { next: 1 }, fault: { status: 422 } }];
			await stage().scene.sandbox.control('PUT', '/faults', { rules });
			await run();
			expect(results()[1]).toEqual(['', 'not ordered', expect.stringMatching(/rejected/)]);
			await run();
			expect(results()[1]).toEqual([ids(await stage().letters())[0], 'queued', '']);
		});

		it('a request fails for a letter that this n8n has ordered before: its id is written all the same', async () => {
			Object.assign(sheet.rows[1] ?? {}, { order: 'S-10' });
			await run();
			const [id] = ids(await stage().letters());
			Object.assign(sheet.rows[1] ?? {}, { letter_id: '', letter_status: '' });
			const rules = [{ on: { method: 'POST' }, when: { next: 1 }, fault: { status: 422 } }];
			await stage().scene.sandbox.control('PUT', '/faults', { rules });
			await run();
			expect(results()[1]).toEqual([id, 'ordered', expect.stringContaining('ordered before')]);
		});

		it('started in the editor, it only checks', async () => {
			// Of one that it has ordered before, this n8n would know the letter.
			Object.assign(sheet.rows[1] ?? {}, { order: 'S-4' });
			await run(await create('checkInEditor'));
			expect(results()[1]).toEqual(['', 'only checked', '']);
			expect(await stage().letters()).toEqual([]);
		});
	},
});
