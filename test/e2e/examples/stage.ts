/** What the examples need around them: an n8n, the service, a mail server and a chat model. */
import type { Letter } from '../../../sandbox/src/library/types';
import { LOGIN } from '../../../tools/n8n/exampleRun';
import type { Credential } from '../../../tools/n8n/n8nClient';
import type { Scene } from '../../../tools/n8n/scenes/scene';
import { until } from '../../../tools/waiting';
import type { Mail } from '../../support/peers/mailbox';
import { Mailbox } from '../../support/peers/mailbox';
import { ScriptedModel } from '../../support/peers/scriptedModel';

/** The tests of each example, by the name of its file. */
export type ExampleTests = Record<string, (name: string) => void>;

export class Stage {
	private constructor(
		readonly scene: Scene,
		readonly mailbox: Mailbox,
		readonly model: ScriptedModel,
		readonly smtp: Credential,
		readonly openAi: Credential,
		/** For forms. */
		readonly login: Credential,
	) {}

	static async start(scene: Scene): Promise<Stage> {
		const [mailbox, model] = await Promise.all([Mailbox.start(), ScriptedModel.start()]);
		const smtp = await scene.client.createCredential('Mail', 'smtp', mailbox.credential);
		const openAi = await scene.client.createCredential('Model', 'openAiApi', model.credential);
		const login = await scene.client.createCredential('Form', 'httpBasicAuth', LOGIN);
		return new Stage(scene, mailbox, model, smtp, openAi, login);
	}

	async stop(): Promise<void> {
		await this.mailbox.close();
		await this.model.close();
	}

	/** No letters, no mails. */
	async clear(): Promise<void> {
		await this.scene.reset();
		this.mailbox.mails.length = 0;
	}

	letters(): Promise<Letter[]> {
		return this.scene.sandbox.cards();
	}

	async externalIds(): Promise<unknown[]> {
		return (await this.letters()).map(({ external_id }) => external_id);
	}

	/** The mail an execution waits for an answer to. Before it waits, a click has no effect. */
	async mailOf(execution: string): Promise<Mail> {
		const mail = await until('a mail', () => Promise.resolve(this.mailbox.mails.shift()));
		await until('the execution to wait', async () => {
			return (await this.scene.client.status(execution)) === 'waiting';
		});
		return mail;
	}
}

export const ids = (items: Array<{ id?: unknown }>): string[] => items.map(({ id }) => String(id));

/** Answers to the questions for an address. */
export const address = {
	'Street and number': 'Rua da Bahia, 1148',
	Complement: '',
	City: 'Belo Horizonte',
	State: 'MG',
	'Postal code': '30160-011',
};
