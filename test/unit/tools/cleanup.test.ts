/** That one end that fails keeps nothing else running. */
import { Cleanups } from '../../../tools/cleanup';

it('the last one started ends first; one that fails stops none, and is told in the end', async () => {
	const ended: string[] = [];
	const ends = new Cleanups();
	ends.add(() => Promise.resolve(ended.push('folder')));
	ends.add(() => Promise.reject(new Error('n8n does not stop')));
	ends.add(() => Promise.resolve(ended.push('client')));
	const failure = ends.run();
	await expect(failure).rejects.toMatchObject({ errors: [new Error('n8n does not stop')] });
	expect(ended).toEqual(['client', 'folder']);
});
