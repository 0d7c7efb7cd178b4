/** The clients of one node run, one for each account. */
import type { IExecuteFunctions } from 'n8n-workflow';

import type { Accounts } from '../../n8n/account';
import type { SendOptions } from './serviceClient';
import { ServiceClient } from './serviceClient';

export class Clients {
	private readonly byAccount: Map<string, ServiceClient>;

	constructor(
		context: IExecuteFunctions,
		private readonly accounts: Accounts,
		options: SendOptions,
	) {
		this.byAccount = new Map(
			accounts.all.map((account) => [account.hash, ServiceClient.create(context, account, options)]),
		);
	}

	get all(): ServiceClient[] {
		return [...this.byAccount.values()];
	}

	of(itemIndex: number): ServiceClient {
		return this.byAccount.get(this.accounts.of(itemIndex).hash) as ServiceClient;
	}

	/** Where the requests go, with the port. */
	get host(): string {
		return [...new Set(this.all.map(({ host }) => host))].join(', ');
	}

	/** How long the run waited for the rate limit of an account. */
	get waitedMs(): number {
		return Math.max(...this.all.map(({ waitedMs }) => waitedMs));
	}
}
