/** That one end that fails keeps nothing else running. */
import { Cleanups } from '../../../tools/cleanup';

it('cleans up in reverse order, even after a failure, and reports the failure at the end', async () => {
	const ended: string[] = [];
	const ends = new Cleanups();
	ends.add(() => Promise.resolve(ended.push('folder')));
	ends.add(() => Promise.reject(new Error('n8n does not stop')));
	ends.add(() => Promise.resolve(ended.push('client')));
	const failure = ends.run();
	await expect(failure).rejects.toMatchObject({ errors: [new Error('n8n does not stop')] });
	expect(ended).toEqual(['client', 'folder']);
});
