/**
 * What tells the calls of a sub-workflow apart. The items at our node may be equal in every call, where
 * the letters take their values from the item of the called workflow's own trigger.
 */
import { createHash } from 'node:crypto';

import type { IDataObject, IExecuteFunctions, IWorkflowDataProxyData } from 'n8n-workflow';

import { canonicalJson } from '../contract/canonicalJson';
import { readStart } from './runData';

interface CalledItem {
	json: IDataObject;
	/** Its position among the items of the calling node. */
	index?: number;
}

interface NodeProxy {
	itemMatching: (itemIndex: number) => CalledItem;
	all: () => CalledItem[];
}

/** Undefined where n8n does not let the call be known. */
export function readCall(
	context: IExecuteFunctions,
	proxy: IWorkflowDataProxyData,
): ((itemIndex: number) => unknown) | undefined {
	const start = readStart(context);
	if (start === undefined) return undefined;
	const trigger = (proxy.$ as (name: string) => NodeProxy)(start);
	let whole: string | undefined;
	const hashAll = () => {
		const items = trigger.all().map(({ json }) => json);
		return createHash('sha256').update(canonicalJson(items)).digest('hex');
	};
	return (itemIndex) => {
		try {
			// With "run once for each item", equal items of the caller differ in their position alone. A
			// trigger that hands its input through keeps it.
			const { json, index } = trigger.itemMatching(itemIndex);
			return { item: json, position: index };
		} catch {
			// A node in between did not say which item came of which.
			whole ??= hashAll();
			return { whole };
		}
	};
}
