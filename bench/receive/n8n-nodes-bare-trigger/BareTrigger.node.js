/**
 * Checks nothing and emits the body. Of the kind that costs n8n least: a version above 1 and plain
 * values alone in its webhook (see docs/decisions.md, Receiving).
 */
class BareTrigger {
	description = {
		displayName: 'Bare Trigger',
		name: 'bareTrigger',
		group: ['trigger'],
		version: 2,
		description: 'Emits what it receives',
		defaults: { name: 'Bare Trigger' },
		inputs: [],
		outputs: ['main'],
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
		return { workflowData: [[{ json: this.getBodyData() }]] };
	}
}

module.exports = { BareTrigger };
