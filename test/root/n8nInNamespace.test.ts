/** n8n in a network namespace of its own, as in a container, and the sandbox on this machine. */
import { FINAL } from '../../tools/n8n/execution';
import type { Scene } from '../../tools/n8n/scenes/scene';
import { LETTERS } from '../../tools/n8n/scenes/scene';
import { letterItem, letterParameters } from '../support/letters';
import { withNamespace } from '../support/withNamespace';
import { withOwnN8n } from '../support/withScene';

const namespace = withNamespace();
// Ends before the namespace does, which the sandbox is reached through.
describe('n8n in a namespace', () => {
	let scene: Scene;

	withOwnN8n(
		(started) => {
			scene = started;
		},
		() => ({ sandbox: { host: namespace().host }, namespace: namespace() }),
	);

	it('orders a letter from the sandbox, and its event comes back in', async () => {
		const { workflow } = await scene.listen({ events: ['card.created'] });
		const ordered = await scene.run(letterParameters, { items: [letterItem('Ana Souza').json] });
		const [card] = ordered.output(LETTERS);
		expect(card).toMatchObject({ status: 'queued' });
		const [received] = await scene.ended(workflow, 1);
		const execution = await scene.client.execution(received?.id ?? '');
		expect(FINAL).toContain(execution.status);
		expect(execution.output(LETTERS)).toMatchObject([{ event: 'card.created', data: { id: card?.id } }]);
	});
});
