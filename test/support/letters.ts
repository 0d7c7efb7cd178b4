/** Sample letters for the tests: an item, and parameters that turn it into a letter. */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

export const letterItem = (name: string): INodeExecutionData => ({
	json: {
		name,
		address_line1: 'Rua das Laranjeiras, 210',
		city: 'Rio de Janeiro',
		state: 'RJ',
		zip: '22240-003',
	},
});

/** Ordering Mode is the default: a run started by hand orders nothing. */
export const letterFields: INodeParameters = {
	resource: 'card',
	operation: 'create',
	name: '={{ $json.name }}',
	addressLine1: '={{ $json.address_line1 }}',
	city: '={{ $json.city }}',
	state: '={{ $json.state }}',
	zip: '={{ $json.zip }}',
	message: '=Oi {{ $json.name }}!',
};

export const letterParameters: INodeParameters = { ...letterFields, orderingMode: 'order' };
