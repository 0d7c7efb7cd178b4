/** What a sandbox starts with unless told otherwise. Without zod: the console shows some of it. */
import { DEFAULT_HEADER_PREFIX } from './vocabulary';

export const DEFAULTS = {
	/** LETT on a telephone's keys; no other tool of this field takes it (Prism 4010, Mailpit 8025, n8n 5678). */
	port: 5388,
	host: '127.0.0.1',
	apiKey: 'test_key',
	webhookSecret: 'whsec_test',
	webhookRetrySeconds: 1,
	headerPrefix: DEFAULT_HEADER_PREFIX,
	plan: 'pro',
	speed: 'off',
} as const;
