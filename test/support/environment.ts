/**
 * Where unit and integration tests run: one context for all test files of a worker, in which a package is loaded
 * once. In Jest's own environment each file has a context: n8n's 1,700 modules are loaded again for it, and
 * whatever names `Object` or `JSON` looks it up through a proxy. This project's own code is still loaded anew for
 * each file, and what a file spies on ends with it.
 */
import { constants, createContext, runInContext } from 'node:vm';

import { ModernFakeTimers } from '@jest/fake-timers';
import { TestEnvironment } from 'jest-environment-node';
import { ModuleMocker } from 'jest-mock';

import { loaderOfPackages } from './packages';

const context = createContext(constants.DONT_CONTEXTIFY);
const ofContext: unknown = runInContext('globalThis', context);
const global = ofContext as typeof globalThis;
const builtIn = new Set(Reflect.ownKeys(global));
const LOAD = Symbol.for('loads a module of a package');
const load = loaderOfPackages(context);

/** As it stands there; what is looked up only when it is read stays so. */
function copy(from: object, key: string | symbol): void {
	const property = Object.getOwnPropertyDescriptor(from, key);
	if (!property) return;
	const { enumerable } = property;
	const define = (value: unknown) =>
		Object.defineProperty(global, key, { value, enumerable, configurable: true, writable: true });
	if ('value' in property) define(property.value);
	else
		Object.defineProperty(global, key, {
			get: () => Reflect.get(from, key) as unknown,
			set: (value) => void define(value),
			enumerable,
			configurable: true,
		});
}

export default class extends TestEnvironment {
	constructor(...given: ConstructorParameters<typeof TestEnvironment>) {
		super(...given);
		const own = this.global;
		for (const key of Reflect.ownKeys(own)) if (!builtIn.has(key)) copy(own, key);
		for (const key of ['Buffer', 'ArrayBuffer', 'Uint8Array']) copy(own, key);
		Object.assign(global, {
			global,
			[LOAD]: load,
			// Jest's own code, which runs in this context, must not promise in another.
			[Symbol.for('jest-native-promise')]: global.Promise,
			[Symbol.for('jest-native-now')]: global.Date.now,
		});
		// Node 20 has neither, and compiled code asks for both.
		for (const name of ['dispose', 'asyncDispose'] as const)
			if (!(name in global.Symbol)) Object.assign(global.Symbol, { [name]: Symbol[name] });
		global.Error.stackTraceLimit = own.Error.stackTraceLimit;
		const [{ projectConfig: config }] = given;
		this.context = context;
		this.global = ofContext as typeof own;
		this.moduleMocker = new ModuleMocker(global);
		this.fakeTimersModern = new ModernFakeTimers({ config, global });
		this.fakeTimers = null;
	}

	override async teardown(): Promise<void> {
		this.moduleMocker?.restoreAllMocks();
		await super.teardown();
	}
}
