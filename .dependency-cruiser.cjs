/**
 * The rooms of nodes/, from the one that n8n enters down to the interface of the service. A room imports only
 * rooms below it.
 */
const ROOMS = [
	'HandwrittenLetters/operations',
	'HandwrittenLetters/check',
	'HandwrittenLetters/report',
	'HandwrittenLetters/letter',
	'HandwrittenLetters/service',
	'n8n',
	'words',
	'contract',
];

const rooms = ROOMS.map((room, index) => ({
	name: `${room.split('/').at(-1)}-imports-only-what-is-below`,
	severity: 'error',
	from: { path: `^nodes/${room}/` },
	to: { path: '^nodes/', pathNot: `^nodes/(${ROOMS.slice(index).join('|')})/` },
}));

/** Which part may import which: one way, without circles, type imports included. */
module.exports = {
	forbidden: [
		{ name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
		{
			name: 'nodes-stand-alone',
			comment: 'What is published knows nothing of what surrounds it.',
			severity: 'error',
			from: { path: '^(nodes|credentials)/' },
			to: { path: '^(sandbox|tools|bench|demo|test)/' },
		},
		{
			name: 'one-seam',
			comment: 'The sandbox is a package of its own and takes the contract alone.',
			severity: 'error',
			from: { path: '^sandbox/', pathNot: '^sandbox/src/(contract|vocabulary)\\.ts$' },
			to: { path: '^(nodes|credentials|tools|bench|demo|test)/' },
		},
		{
			name: 'the-seam-is-the-contract',
			severity: 'error',
			from: { path: '^sandbox/src/(contract|vocabulary)\\.ts$' },
			to: { pathNot: '^nodes/contract/(contract|vocabulary)\\.ts$' },
		},
		{
			name: 'state-below-its-users',
			comment: 'What the sandbox keeps knows nothing of who changes and shows it.',
			severity: 'error',
			from: { path: '^sandbox/src/state/' },
			to: { path: '^sandbox/src/', pathNot: '^sandbox/src/((state|json)/|contract\\.ts$)' },
		},
		{
			name: 'two-nodes',
			severity: 'error',
			from: { path: '^nodes/(HandwrittenLetters(?:Trigger)?)/' },
			to: { path: '^nodes/HandwrittenLetters(?:Trigger)?/', pathNot: '^nodes/$1/' },
		},
		...rooms,
		{
			name: 'examples-stand-alone',
			comment: 'Their code runs in a Code node of n8n, which gives it luxon.',
			severity: 'error',
			from: { path: '^examples/' },
			to: { pathNot: '^(examples/|node_modules/(@types/)?luxon/)' },
		},
		{
			name: 'tools-below-their-users',
			severity: 'error',
			from: { path: '^tools/' },
			to: { path: '^(bench|demo|test)/' },
		},
	],
	options: {
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'tsconfig.json' },
		doNotFollow: { path: 'node_modules' },
		exclude: { path: '(^|/)(dist|build|node_modules)/|^tools/n8n/versions/' },
	},
};
