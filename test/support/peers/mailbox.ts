/** A mail server for a test, on a free port: keeps what n8n sends instead of delivering it. */
import type { AddressInfo } from 'node:net';

import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

export interface Mail {
	to: string;
	subject: string;
	/** As its reader sees it. */
	text: string;
	/** Address of each button or link, by its label. */
	links: Record<string, string>;
	/** Name and content of each file. */
	files: Array<{ name?: string; content: Buffer }>;
}

export class Mailbox {
	/** Oldest first. */
	readonly mails: Mail[] = [];

	private readonly server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS'],
		onData: (stream, _session, done) => {
			simpleParser(stream).then(
				({ to, subject = '', html, text = '', attachments }) => {
					const recipients = [to ?? []].flat().map((one) => one.text);
					const source = html === false ? text : html;
					const files = attachments.map(({ filename: name, content }) => ({ name, content }));
					this.mails.push({ to: recipients.join(', '), subject, files, ...read(source) });
					done();
				},
				(error: unknown) => {
					done(error as Error);
				},
			);
		},
	});

	private constructor() {
		// A client that goes away in the middle is no reason to end the tests.
		this.server.on('error', () => undefined);
	}

	static async start(): Promise<Mailbox> {
		const mailbox = new Mailbox();
		await new Promise<void>((resolve) => mailbox.server.listen(0, '127.0.0.1', resolve));
		return mailbox;
	}

	/** For n8n's credential type `smtp`. */
	get credential(): Record<string, unknown> {
		const { port } = this.server.server.address() as AddressInfo;
		return { host: '127.0.0.1', port, secure: false, disableStartTls: true, user: '', password: '' };
	}

	close = async (): Promise<void> => {
		await new Promise<void>((resolve) => {
			this.server.close(resolve);
		});
	};
}

function read(html: string): Pick<Mail, 'text' | 'links'> {
	const links = [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)<\/a>/g)].map(
		([, href = '', label = '']) => [label.trim(), decode(href)],
	);
	const text = decode(html.replace(/<(style|script|head)[\s\S]*?<\/\1>/g, '').replace(/<[^>]*>/g, ' '));
	return { text, links: Object.fromEntries(links) as Record<string, string> };
}

function decode(html: string): string {
	const names: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
	return html.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => names[name] ?? '');
}
