/** What shows that n8n does so with an event. */
import type { Evidence } from '../evidence';

const DUPLICATES = 'integration/trigger/duplicates.test.ts';
const THROWN_AWAY = 'integration/trigger/thrownAway.test.ts';
const STORED = 'after it was stored and before it was recorded: the redelivery is accepted';
const DROPPED = '%s, is answered 503, named in the log, and starts an execution when it is delivered again';
const KILLED = '${EVENTS} events while n8n is killed ${KILLS} times';
const UPDATED = 'is updated without a restart, while a run is under way and events arrive';
const ELSEWHERE = 'a repeated delivery starts nothing, at whichever webhook processor it arrives';

export const EVIDENCE: Evidence[] = [
	[/^deliver$/, DUPLICATES, 'answers a redelivery 200 without an execution'],
	[/^deliver elsewhere$/, 'queue/queueMode.test.ts', ELSEWHERE],
	[/^(store|write|answer) /, DUPLICATES, STORED],
	[/^fail /, DUPLICATES, 'lets the next delivery start an execution when the first could not'],
	[/^cannot write /, DUPLICATES, 'knows an event whose record could not be written'],
	[/^(begin|end) /, THROWN_AWAY, 'passes its item on when it begins after the 503'],
	[/^drop /, THROWN_AWAY, DROPPED],
	[/^wait$/, THROWN_AWAY, 'gives way to a repeat after a minute'],
	[/^(kill|restart)$/, 'e2e/own/durability.test.ts', KILLED],
	[/^recover /, DUPLICATES, 'before it began: n8n runs it on its start'],
	[/^update$/, 'install/install.test.ts', UPDATED],
];
