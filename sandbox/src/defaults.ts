/** What a sandbox starts with unless told otherwise. Without zod: the console shows some of it. */
import { DEFAULT_HEADER_PREFIX, SANDBOX_PORT } from './vocabulary';

export const DEFAULTS = {
	port: SANDBOX_PORT,
	host: '127.0.0.1',
	apiKey: 'test_key',
	webhookSecret: 'whsec_test',
	webhookRetrySeconds: 1,
	headerPrefix: DEFAULT_HEADER_PREFIX,
	plan: 'pro',
	speed: 'off',
} as const;

/** What the calls of the commands and of the library say they are. */
export const USER_AGENT = 'handwritten-letters-sandbox';
