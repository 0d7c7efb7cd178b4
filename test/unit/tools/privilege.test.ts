/** Why a test is skipped: for a right that is missing, and for nothing else. */
import { obstacleTo } from '../../../tools/privilege';

const failing = (message: string) => () => {
	throw new Error(message);
};
const on = (platform: NodeJS.Platform, user: number) => ({ platform, getuid: () => user });

it.each<[string, NodeJS.Platform, number]>([
	['it takes Linux', 'darwin', 0],
	['it takes root', 'linux', 1000],
])('%s: nothing is tried', (obstacle, platform, user) => {
	expect(obstacleTo(failing('tried'), on(platform, user))).toBe(obstacle);
});

it.each([
	['mount: /mnt: permission denied.', 'mount: /mnt: permission denied.'],
	['mount --make-shared /run/netns failed: Operation not permitted\n', /failed: Operation not permitted$/],
])('what the kernel forbids is an obstacle: %s', (message, obstacle) => {
	expect(obstacleTo(failing(message), on('linux', 0))).toMatch(obstacle);
});

it('what is possible has none, and a mistake is none', () => {
	expect(obstacleTo(() => undefined, on('linux', 0))).toBeNull();
	expect(obstacleTo(failing('spawnSync ip ENOENT'), on('linux', 0))).toBeNull();
});
