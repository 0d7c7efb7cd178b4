/**
 * One n8n process as the trigger sees it: its clock, its copies of static data, its answers. Each step
 * that it can take is shown in n8n's engine (`engineWebhook.ts`) or a real n8n by the test named there.
 */
import type { IDataObject, IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import { ObservableObject } from 'n8n-workflow';

const KEY = 'node:Letters';

/** A copy of a workflow's static data, as n8n gives it to a webhook or an execution. */
export class StaticData {
	private readonly loaded: IDataObject;
	private observed: IDataObject;

	constructor(written: string) {
		this.loaded = JSON.parse(written) as IDataObject;
		this.observed = this.wrapped();
	}

	/** n8n does so once more when it makes an execution of a delivery, and forgets what had changed. */
	wrapAgain(): void {
		this.observed = this.wrapped();
	}

	/** As `Workflow.getStaticData` does. */
	ofNode = (): IDataObject => {
		this.observed[KEY] ??= ObservableObject.create({}, this.observed as never);
		return this.observed[KEY] as IDataObject;
	};

	/** What n8n would write; undefined where nothing has changed. */
	serialise(): string | undefined {
		return this.observed.__dataChanged === true ? JSON.stringify(this.observed) : undefined;
	}

	/** For the explorer: without asking what may count how often it is asked. */
	get hasChanged(): boolean {
		return this.observed.__dataChanged === true;
	}

	private wrapped(): IDataObject {
		return ObservableObject.create(this.loaded, undefined, { ignoreEmptyOnFirstChild: true });
	}
}

/** Node's response as far as n8n writes it; the trigger watches its end. */
export class Answer {
	statusCode = 200;
	/** What the sender has got. */
	sent: number | undefined;

	constructor(private readonly onSent: (status: number) => void) {}

	status(code: number): this {
		this.statusCode = code;
		return this;
	}

	end: (content?: string) => void = () => {
		this.sent ??= this.statusCode;
		this.onSent(this.sent);
	};
}

export const webhookContext = (copy: StaticData, answer: Answer): IWebhookFunctions =>
	({
		getWorkflowStaticData: copy.ofNode,
		getResponseObject: () => answer,
	}) as unknown as IWebhookFunctions;

export const executionContext = (
	copy: StaticData,
	item: INodeExecutionData,
	sendResponse: (response: { body: unknown }) => void,
): IExecuteFunctions =>
	({
		getInputData: () => [item],
		sendResponse,
		getNodeParameter: () => ({}),
		getWorkflowStaticData: copy.ofNode,
		getMode: () => 'webhook',
	}) as unknown as IExecuteFunctions;
