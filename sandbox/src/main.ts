/** The one file of the package: the library, and the program if it was started as one. */
import { runProgram } from './cli/program';

export * from './library';

if (require.main === module) {
	void runProgram(process.argv.slice(2), process.env).then((code) => (process.exitCode = code));
}
