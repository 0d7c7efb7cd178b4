/** A workflow's static data that tells what is set in it: n8n writes it down only then. */
import type { IDataObject } from 'n8n-workflow';

export function watchedStaticData(written: IDataObject) {
	const set: string[] = [];
	const data = new Proxy(written, {
		set: (target, name, value) => {
			set.push(String(name));
			return Reflect.set(target, name, value);
		},
	});
	return { getWorkflowStaticData: (type: string) => (type === 'node' ? data : {}), set };
}
