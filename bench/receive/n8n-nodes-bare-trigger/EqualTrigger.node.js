/**
 * Checks nothing and emits the body, like the bare trigger, but has what any trigger of this service
 * has: a credential, and a record of the event that survives a restart, as large as ours and as often
 * written. What this trigger takes beyond it is the price of its checks and of its promises.
 */
const { randomBytes } = require('node:crypto');

/** As many and as long as those of the Handwritten Letters Trigger. */
const RECORD_BYTES = 9;
const RECORD_LENGTH = 12;
const MOST_RECORDS = 2_000;

let records = '';

class EqualTrigger {
	description = {
		displayName: 'Equal Trigger',
		name: 'equalTrigger',
		group: ['trigger'],
		version: 2,
		description: 'Emits what it receives, and keeps a record of it',
		defaults: { name: 'Equal Trigger' },
		inputs: [],
		outputs: ['main'],
		credentials: [{ name: 'handwrittenLettersApi', required: true }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				responseData: 'noData',
				path: 'webhook',
			},
		],
		properties: [],
	};

	async webhook() {
		const staticData = this.getWorkflowStaticData('node');
		records = (records + randomBytes(RECORD_BYTES).toString('base64url')).slice(
			-MOST_RECORDS * RECORD_LENGTH,
		);
		const write = () => {
			staticData.deliveries = { 1: records };
		};
		write();
		// n8n forgets the change when it starts the execution (see claimDelivery.ts).
		setTimeout(write, 0);
		return { workflowData: [[{ json: this.getBodyData() }]] };
	}
}

module.exports = { EqualTrigger };
