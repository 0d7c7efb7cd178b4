/** The ways n8n can evaluate expressions, which decide how fast it receives. */
export interface Engine {
	id: 'default' | 'lazy' | 'legacy';
	title: string;
	/** Beside a bar. */
	short: string;
	env: Record<string, string>;
}

export const engines: Engine[] = [
	{ id: 'default', title: "n8n's default", short: "n8n's default", env: {} },
	{
		id: 'lazy',
		title: 'N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true',
		short: 'lazy acquisition',
		env: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' },
	},
	{
		id: 'legacy',
		title: 'N8N_EXPRESSION_ENGINE=legacy',
		short: 'legacy engine',
		env: { N8N_EXPRESSION_ENGINE: 'legacy' },
	},
];
