/**
 * What an execution is told of the delivery that has started it. It travels with the item, which n8n
 * hands over inside its process, so it arrives even if the package is updated in between and other
 * code than that which received it runs the execution. No database keeps a symbol: in queue mode,
 * after a restart and in a retry there is none.
 */
import type { INodeExecutionData } from 'n8n-workflow';

const OWN_DELIVERY = Symbol.for('n8n-nodes-handwritten-letters: own delivery');

/** Another version of this package may read it: what is here must stay as it is. */
export interface OwnDelivery {
	/** The execution has begun. */
	begin: () => void;
	/** True when n8n answers the delivery with an error; settles when it answers. */
	refused: Promise<boolean>;
	/** Whether the process's memory that received it lets it go on. */
	goesOn: () => boolean;
}

type Item = INodeExecutionData & { [OWN_DELIVERY]?: OwnDelivery };

/** n8n copies items by spreading them: what is not enumerable would be lost. */
export const withOwnDelivery = (item: INodeExecutionData, own: OwnDelivery): Item => ({
	...item,
	[OWN_DELIVERY]: own,
});

export const ownDeliveryOf = (item: Item): OwnDelivery | undefined => item[OWN_DELIVERY];
