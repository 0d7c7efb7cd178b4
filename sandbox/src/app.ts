/** The HTTP server as its routes see it: bodies and queries have the types of their schemas. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';

export type App = FastifyInstance<
	Server,
	IncomingMessage,
	ServerResponse,
	FastifyBaseLogger,
	ZodTypeProvider
>;
