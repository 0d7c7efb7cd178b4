/** What takes the check of the link out of an example, where n8n signs none: the rest can be tested there too. */
import { either } from '../../examples/workflow';
import { traits } from '../../tools/n8n/scenes/scene';

export const withoutLinkCheck: Record<string, Record<string, unknown>> = traits.signsResumeUrls
	? {}
	: { 'Is the Link Signed?': either(['Is the Link Signed?', 0, 0], 'true').parameters };
