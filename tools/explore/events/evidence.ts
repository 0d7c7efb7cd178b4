/** What shows that n8n does so with an event. */
import type { Evidence } from '../evidence';

const DUPLICATES = 'integration/trigger/duplicates.test.ts';
const THROWN_AWAY = 'integration/trigger/thrownAway.test.ts';
const STORED = 'after it was stored and before it was recorded: the redelivery is accepted';
const DROPPED = '%s, is answered 503, named in the log, and starts an execution when it is delivered again';
const KILLED = 'n8n is killed again as soon as it has started: none is lost';
const UPDATED = 'is updated without a restart, while a run is under way and events arrive';
const ELSEWHERE = 'a repeated delivery starts nothing, at whichever webhook processor it arrives';

export const EVIDENCE: Evidence[] = [
	{ step: /^deliver$/, file: DUPLICATES, test: 'answers a redelivery 200 without an execution' },
	{ step: /^deliver elsewhere$/, file: 'queue/queueMode.test.ts', test: ELSEWHERE },
	{ step: /^(store|write|answer) /, file: DUPLICATES, test: STORED },
	{ step: /^fail /, file: DUPLICATES, test: 'lets the waiting delivery take over when the first could not' },
	{ step: /^cannot write /, file: DUPLICATES, test: 'knows an event whose record could not be written' },
	{ step: /^(begin|end) /, file: THROWN_AWAY, test: 'passes its item on when it begins after the 503' },
	{ step: /^drop /, file: THROWN_AWAY, test: DROPPED },
	{ step: /^wait$/, file: DUPLICATES, test: 'answers a repeat 503 when storing takes longer than 5 seconds' },
	{ step: /^(kill|restart)$/, file: 'e2e/durability.test.ts', test: KILLED },
	{ step: /^recover /, file: DUPLICATES, test: 'before it began: n8n runs it on its start' },
	{ step: /^update$/, file: 'install/install.test.ts', test: UPDATED },
];
