/**
 * What the service and the control API exchange, by the names of the OpenAPI documents. The package has it
 * written out from them, with their words, so that a project needs no types of another package.
 */
import type { z } from 'zod/v4';

import type { CONTROL_SCHEMAS } from '../openapi/control/schemas';

export type Schemas = { [Name in keyof typeof CONTROL_SCHEMAS]: z.infer<(typeof CONTROL_SCHEMAS)[Name]> };
export type SandboxState = Schemas['SandboxState'];
