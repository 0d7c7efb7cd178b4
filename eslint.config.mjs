/**
 * typescript-eslint's strict type-checked rules for all code, and for what is published also the
 * rules of n8n's package scanner, in which inline disables do not count.
 */
import importX from 'eslint-plugin-import-x';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

import { scannerRules } from './test/package/scannerRules.mjs';

/**
 * A default stands once: code that falls back reads the constant, or the field's own `default`. (n8n's
 * rules want literals in the fields of booleans and of Limit.)
 */
const message = "Read the field's default, or the constant behind it, instead of repeating the value.";
const repeatedDefaults = [
	'CallExpression[callee.property.name="getNodeParameter"] > Literal.arguments:not(:first-child):not([value=0], [value=""], [value="[]"])',
	'LogicalExpression[operator=/^[?|]{2}$/] > Literal.right[raw=/^([1-9]|true|.X-)/]',
	'AssignmentPattern > Literal.right[raw=/^([1-9]|true|.[A-Z][A-Z-]*.$)/]',
].map((selector) => ({ selector, message }));

/**
 * Read as one piece: an algorithm with its reasons, one table of texts, or one set-up in the order in
 * which it happens.
 */
const longFiles = ['tools/engine/engine.ts'];
const longFunctions = ['tools/engine/engineWebhook.ts'];

export default defineConfig(
	{ ignores: ['**/node_modules/', '**/dist/', 'build/', '.cache/', '*.js', '*.mjs', 'sandbox/build.mjs'] },
	{
		files: ['**/*.{ts,tsx}'],
		extends: [tseslint.configs.strictTypeChecked],
		plugins: { 'import-x': importX },
		languageOptions: { parserOptions: { projectService: true } },
		linterOptions: { reportUnusedDisableDirectives: 'error' },
		rules: {
			'@typescript-eslint/consistent-type-imports': 'error',
			'import-x/consistent-type-specifier-style': ['error', 'prefer-top-level'],
			'@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
			'@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
		},
	},
	{
		files: ['test/**/*.ts'],
		rules: {
			'no-restricted-syntax': [
				'error',
				{
					selector: 'CallExpression > :matches(Identifier[name="test"], [object.name="test"]).callee',
					message: 'Call it().',
				},
			],
		},
	},
	{
		files: ['nodes/**/*.{ts,json}', 'credentials/**/*.ts', 'package.json'],
		extends: [scannerRules],
		linterOptions: { noInlineConfig: true },
	},
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		rules: { 'no-restricted-syntax': ['error', ...repeatedDefaults] },
	},
	{
		files: ['{nodes,credentials,sandbox,tools,bench,demo,examples}/**/*.{ts,tsx}'],
		ignores: longFiles,
		rules: { 'max-lines': ['error', 250] },
	},
	{
		files: ['{nodes,credentials,sandbox,tools,bench,demo,examples}/**/*.{ts,tsx}'],
		ignores: longFunctions,
		rules: { 'max-lines-per-function': ['error', 60] },
	},
);
