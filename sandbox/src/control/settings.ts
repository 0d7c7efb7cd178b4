/** Control API: what can be changed while the sandbox runs. */
import { z } from 'zod/v4';

import type { App } from '../app';
import { speedSchema } from '../cards/speed';
import { faultRuleSchema, faultRulesSchema } from '../faults/rules';
import { operation } from '../openapi/control/operation';
import { clock as clockAnswer, countedRule, limits } from '../openapi/control/schemas';
import type { Services } from '../services';
import { isoTime } from '../time/clock';

const limitsSchema = z
	.strictObject({
		limit: z.number().int().min(1).nullable(),
		windowSeconds: z.number().int().min(1),
	})
	.partial();

const faultsSchema = z.strictObject({ rules: faultRulesSchema });

/** A date further ahead than this helps nobody, and dates end somewhere. */
const TEN_YEARS_SECONDS = 10 * 366 * 24 * 3600;

const clockSchema = z
	.strictObject({
		advanceSeconds: z
			.number({ error: 'must be a number of seconds' })
			.min(0, 'must not be negative: the clock only moves forward')
			.max(TEN_YEARS_SECONDS, 'must be at most ten years'),
		speed: speedSchema,
	})
	.partial();

const setLimits = operation(
	{ id: 'setLimits', summary: 'Changes the rate limit', answer: limits },
	{ body: limitsSchema },
);

const setFaults = operation(
	{
		id: 'setFaults',
		summary: 'Replaces all fault rules; their counts start anew',
		answer: z.strictObject({ rules: z.array(countedRule) }),
	},
	{ body: faultsSchema },
);

const addFault = operation(
	{
		id: 'addFault',
		summary: 'Adds one fault rule behind the others, which go on counting',
		answer: countedRule,
		status: 201,
	},
	{ body: faultRuleSchema },
);

const setClock = operation(
	{ id: 'setClock', summary: 'Moves the clock forward, then sets the speed', answer: clockAnswer },
	{ body: clockSchema },
);

export function settingRoutes(app: App, options: Services): void {
	const { changes, clock, faults, cards, rateLimiter } = options;

	app.put('/limits', { schema: setLimits }, (request, reply) => {
		rateLimiter.configure(request.body);
		changes.setting('limits');
		void reply.send(rateLimiter.settings);
	});

	app.put('/faults', { schema: setFaults }, (request, reply) => {
		faults.configure(request.body.rules);
		void reply.send({ rules: faults.list() });
	});

	app.post('/faults', { schema: addFault }, (request, reply) => {
		faults.add(request.body);
		void reply.code(201).send({ ...request.body, struck: 0 });
	});

	app.put('/clock', { schema: setClock }, async (request) => {
		const { advanceSeconds, speed } = request.body;
		// First the time that passed at the old speed, then the new speed.
		if (advanceSeconds !== undefined) {
			clock.advance(advanceSeconds);
			// On the disk before any event of the time that has passed is sent.
			changes.setting('clock');
			await cards.caughtUp();
		}
		if (speed !== undefined) cards.setSpeed(speed);
		return { now: isoTime(clock.now()), speed: cards.speed };
	});
}
