/** Before any n8n module is loaded: its decorators need this, and its log has no place in test output. */
import 'reflect-metadata';

process.env.N8N_LOG_LEVEL = 'silent';
