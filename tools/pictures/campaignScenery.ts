/** The campaign in use: its proof, and its list three weeks later. */
import { SAMPLE_ORDERS } from '../../sandbox/src/cards/sampleOrders';
import type { Clock } from '../../sandbox/src/time/clock';
import { campaignSettings } from '../n8n/campaignSettings';
import { ExampleWorkflow, LOGIN, LOGIN_HEADER } from '../n8n/exampleRun';
import { nodeNamed, pageUrl, readExample } from '../n8n/examples';
import { lastPage, nextPage, submitForm } from '../n8n/forms';
import type { Scene } from '../n8n/scenes/scene';
import { until } from '../waiting';

const LATER_SECONDS = 20 * 86_400;
const HEADINGS = ['Order', 'Name', 'Street', 'Complement', 'City', 'State', 'Postal code', 'Message'];
const ALL = 'All ';

export interface CampaignPage {
	url: string;
	login: Record<string, string>;
}

/** Letters of a shop; a spreadsheet has dropped the zero of one postal code. */
const rows = SAMPLE_ORDERS.map(({ to, message }, index) => [
	`pedido-${20871 + index}`,
	to.name,
	to.address_line1,
	to.address_line2 ?? '',
	to.city,
	to.state,
	to.zip.startsWith('0') ? to.zip.replace(/\D/g, '').slice(1) : to.zip,
	message ?? `${to.name},\n\nobrigada pela sua compra. Volte sempre.\n\nCom carinho,\nMarina`,
]);

/** A second letter to an address: something to look at. */
rows.push(['pedido-20890', 'Família Arruda', ...(rows[3] ?? []).slice(2, 7), 'Queridos,\n\naté domingo!']);

const ME = {
	my_name: 'Marina Prado',
	my_street: 'Rua do Ouvidor, 12',
	my_city: 'Rio de Janeiro',
	my_state: 'RJ',
	my_zip: '20040-030',
};

export class Campaign {
	private constructor(
		private readonly scene: Scene,
		private readonly clock: Clock,
		private readonly workflow: ExampleWorkflow,
		readonly proof: CampaignPage,
	) {}

	/** To the page that shows the letters. */
	static async start(scene: Scene, clock: Clock): Promise<Campaign> {
		const login = await scene.client.createCredential('Login', 'httpBasicAuth', LOGIN);
		const settings = nodeNamed(await readExample('campaign'), 'Settings');
		const workflow = await ExampleWorkflow.create(scene, 'campaign', {
			credentials: [login],
			changes: { Settings: campaignSettings(settings, { price: '12.50', ...ME }) },
		});
		await workflow.listen('Letter Event');
		const lines = [HEADINGS, ...rows].map((cells) =>
			cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','),
		);
		const file = new File([lines.join('\n')], 'letters.csv', { type: 'text/csv' });
		const url = (await workflow.submit('Upload the Sheet', { Sheet: file })) ?? '';
		await nextPage(url);
		return new Campaign(scene, clock, workflow, { url, login: {} });
	}

	/** All letters that can be ordered are; some have arrived, one has come back. */
	async afterWeeks(): Promise<CampaignPage> {
		const { url } = this.proof;
		const page = await nextPage(url);
		const options = [...page.matchAll(/type='checkbox' [^>]*value='([^']*)'/g)].map(([, one]) => String(one));
		const option = options.filter((one) => one.startsWith(ALL)).at(-1);
		const question = { fieldLabel: 'What do you order?' };
		await submitForm(url, [question], { [question.fieldLabel]: JSON.stringify([option]) });
		await lastPage(url);
		const letters = await until('the letters', async () => {
			const cards = await this.scene.sandbox.cards();
			return cards.length > 0 ? cards : undefined;
		});
		this.clock.advance(LATER_SECONDS);
		const states = ['delivered', 'returned', 'in_transit', 'delivered', 'posted'];
		for (const [index, to] of states.entries()) {
			await this.scene.sandbox.control('POST', `/cards/${String(letters[index]?.id)}/advance`, { to });
		}
		await this.workflow.run('Each Day');
		const list = nodeNamed(this.workflow.file, 'See the List');
		return { url: pageUrl(this.scene.n8n.url, list), login: LOGIN_HEADER };
	}
}
