/**
 * typescript-eslint's strict type-checked rules for all code, and for what is published the exact
 * rule set of n8n's package scanner, in which inline disables do not count.
 */
import communityNodes from '@n8n/eslint-plugin-community-nodes';
import nodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

const scannerLeavesOut = [
	'cred-class-field-documentation-url-miscased',
	'cred-class-field-type-options-password-missing',
	'node-class-description-inputs-wrong-regular-node',
	'node-class-description-outputs-wrong',
	'node-param-type-options-max-value-present',
];
const scannerRules = (set) => ({
	...nodesBase.configs[set].rules,
	...Object.fromEntries(scannerLeavesOut.map((rule) => [`n8n-nodes-base/${rule}`, 'off'])),
});
const published = ['nodes/**/*.ts', 'credentials/**/*.ts'];

export default tseslint.config(
	{ ignores: ['**/node_modules/', 'dist/', 'build/', '.cache/', '*.js', '*.mjs'] },
	{
		files: ['**/*.ts'],
		extends: [...tseslint.configs.strictTypeChecked],
		languageOptions: { parserOptions: { projectService: true } },
		linterOptions: { reportUnusedDisableDirectives: 'error' },
		rules: {
			'@typescript-eslint/consistent-type-imports': 'error',
			'@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
			'@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
		},
	},
	{
		files: [...published, 'package.json', 'nodes/**/*.json'],
		extends: [communityNodes.configs.recommended],
		linterOptions: { noInlineConfig: true },
	},
	{ files: published, rules: { 'no-console': 'error' } },
	{
		files: ['package.json'],
		languageOptions: { parser: tseslint.parser, parserOptions: { extraFileExtensions: ['.json'] } },
		plugins: { 'n8n-nodes-base': nodesBase },
		rules: scannerRules('community'),
	},
	{
		files: ['nodes/**/*.json'],
		languageOptions: { parser: tseslint.parser, parserOptions: { extraFileExtensions: ['.json'] } },
	},
	{
		files: ['credentials/**/*.ts'],
		plugins: { 'n8n-nodes-base': nodesBase },
		rules: scannerRules('credentials'),
	},
	{
		files: ['nodes/**/*.ts'],
		plugins: { 'n8n-nodes-base': nodesBase },
		rules: scannerRules('nodes'),
	},
);
