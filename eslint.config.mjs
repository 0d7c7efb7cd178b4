/**
 * typescript-eslint's strict type-checked rules for all code, and for what is published also the
 * rules of n8n's package scanner, in which inline disables do not count.
 */
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

import { scannerRules } from './test/package/scannerRules.mjs';

export default defineConfig(
	{ ignores: ['**/node_modules/', 'dist/', 'build/', '.cache/', '*.js', '*.mjs'] },
	{
		files: ['**/*.{ts,tsx}'],
		extends: [tseslint.configs.strictTypeChecked],
		languageOptions: { parserOptions: { projectService: true } },
		linterOptions: { reportUnusedDisableDirectives: 'error' },
		rules: {
			'@typescript-eslint/consistent-type-imports': 'error',
			'@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
			'@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
		},
	},
	{
		files: ['nodes/**/*.{ts,json}', 'credentials/**/*.ts', 'package.json'],
		extends: [scannerRules],
		linterOptions: { noInlineConfig: true },
	},
);
