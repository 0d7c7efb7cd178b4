/**
 * Before any n8n module is loaded: its decorators need this, its log has no place in test output, and
 * the folder of an n8n that its user runs on this machine (~/.n8n) is none of our business.
 */
import 'reflect-metadata';

import { join } from 'node:path';

import { projectRoot } from '../n8n/paths';

process.env.N8N_LOG_LEVEL = 'silent';
process.env.N8N_USER_FOLDER = join(projectRoot, 'build', 'engine', String(process.pid));
