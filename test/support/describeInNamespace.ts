/** Tests that need a network namespace of their own; elsewhere they are reported as skipped, with the reason. */
import type { NetworkNamespace } from '../../tools/networkNamespace';
import { makeNamespace, namespaceObstacle } from '../../tools/networkNamespace';

export function describeInNamespace(what: string, tests: (namespace: () => NetworkNamespace) => void): void {
	const obstacle = namespaceObstacle();
	if (obstacle !== null) {
		describe.skip(`${what} (${obstacle})`, () => tests(makeNamespace));
		return;
	}
	describe(what, () => {
		let namespace: NetworkNamespace;
		beforeAll(() => {
			namespace = makeNamespace();
		});
		afterAll(() => namespace.remove());
		tests(() => namespace);
	});
}
