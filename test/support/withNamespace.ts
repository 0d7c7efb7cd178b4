/** A network namespace for the tests of one file: made before the first of them, removed after the last. */
import type { NetworkNamespace } from '../../tools/networkNamespace';
import { makeNamespace } from '../../tools/networkNamespace';

/** @returns the namespace, once the tests run */
export function withNamespace(): () => NetworkNamespace {
	let namespace: NetworkNamespace | undefined;

	beforeAll(() => {
		namespace = makeNamespace();
	});

	afterAll(() => namespace?.remove());

	return () => {
		if (namespace === undefined) throw new Error('There is no namespace before the tests begin.');
		return namespace;
	};
}
