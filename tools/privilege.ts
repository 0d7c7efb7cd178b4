/** What a machine may not allow a test: it takes root, Linux, and a kernel that permits it. */
const FORBIDDEN = /not permitted|permission denied/i;

/**
 * Why something cannot be had here, so that its tests are skipped; null where it can. An attempt that
 * fails in any other way is no obstacle: the tests then run, and fail as it did.
 */
export function obstacleTo(
	attempt: () => void,
	{ platform, getuid }: Pick<NodeJS.Process, 'platform' | 'getuid'> = process,
): string | null {
	if (platform !== 'linux') return 'it takes Linux';
	if (getuid?.() !== 0) return 'it takes root';
	try {
		attempt();
		return null;
	} catch (error) {
		const { message } = error as Error;
		return FORBIDDEN.test(message) ? message.trim() : null;
	}
}
