/**
 * A private Redis and a private PostgreSQL for n8n's queue mode: on free ports, with their data in a
 * folder of the test.
 */
import { execFile } from 'node:child_process';
import { chown, mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { exitOf, signalGroup, startChild, tail } from '../n8n/process/childProcess';
import { freePort } from '../n8n/process/ports';
import { until } from '../waiting';
import type { Program } from './programs';
import { findPrograms } from './programs';

export interface Service {
	readonly port: number;
	stop(): Promise<void>;
}

export interface Database extends Service {
	/** The rows of a query, each as its columns' texts. */
	query(sql: string): Promise<string[][]>;
}

const run = promisify(execFile);

const HOST = '127.0.0.1';
const DATABASE_USER = 'n8n';

/** PostgreSQL refuses to run as root. */
async function unprivileged(): Promise<{ uid: number; gid: number } | undefined> {
	if (process.getuid?.() !== 0) return undefined;
	const id = async (flag: string): Promise<number> => Number((await run('id', [flag, 'postgres'])).stdout);
	return { uid: await id('-u'), gid: await id('-g') };
}

/**
 * Started by a Node of our own, so that it ends with us even by SIGKILL (see childProcess.ts), and as
 * somebody else where that is wanted.
 */
async function startServer(
	[command, ...args]: [string, ...string[]],
	logFile: string,
	who: { uid: number; gid: number } | undefined,
	isReady: () => Promise<boolean>,
): Promise<() => Promise<void>> {
	const keeper = `
		const [command, args, who] = JSON.parse(process.argv[1]);
		const server = require('node:child_process').spawn(command, args, { ...who, stdio: ['ignore', 'inherit', 'inherit'] });
		server.on('error', (error) => { console.error(error.message); process.exit(1); });
		server.on('exit', (code) => process.exit(code ?? 1));
		process.on('SIGINT', () => undefined);`;
	const child = startChild(process.execPath, ['-e', keeper, JSON.stringify([command, args, who])], {
		logFile,
	});
	const exited = exitOf(child);
	const stop = async (): Promise<void> => {
		// Both servers end in order on SIGINT.
		if (child.exitCode === null) signalGroup(child, 'SIGINT');
		await exited;
	};
	try {
		await until(`${command} to be ready`, async () => {
			if (child.exitCode !== null) throw new Error(`${command} ended. Its last lines:\n${tail(logFile)}`);
			return await isReady();
		});
	} catch (error) {
		signalGroup(child, 'SIGKILL');
		throw error;
	}
	return stop;
}

export async function startServices(
	folder: string,
): Promise<{ redis: Service; database: Database; stop: () => Promise<void> }> {
	const programs = findPrograms();
	const redis = await startRedis(programs, folder);
	try {
		const database = await startPostgres(programs, folder);
		return {
			redis,
			database,
			stop: async () => {
				await Promise.all([redis.stop(), database.stop()]);
			},
		};
	} catch (error) {
		await redis.stop();
		throw error;
	}
}

async function startRedis(programs: Record<Program, string>, folder: string): Promise<Service> {
	const port = await freePort();
	// Every write at once, as the guide recommends: a queue in memory alone is lost in a power cut.
	const settings = { port, bind: HOST, dir: folder, save: '', appendonly: 'yes', appendfsync: 'everysec' };
	const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
	const stop = await startServer(
		[programs['redis-server'], ...args],
		join(folder, 'redis.log'),
		undefined,
		() => answersPing(port),
	);
	return { port, stop };
}

function answersPing(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const socket = connect(port, HOST, () => socket.write('PING\r\n'));
		const done = (answer: boolean): void => {
			socket.destroy();
			resolve(answer);
		};
		socket.once('data', (data) => done(data.toString().startsWith('+PONG')));
		socket.once('error', () => done(false));
		socket.once('close', () => done(false));
	});
}

async function startPostgres(programs: Record<Program, string>, folder: string): Promise<Database> {
	const port = await freePort();
	const who = await unprivileged();
	const data = join(folder, 'postgres');
	await mkdir(data, { mode: 0o700 });
	if (who) await chown(data, who.uid, who.gid);
	// Whoever may reach 127.0.0.1 may look at it: it holds nothing but test data.
	const initdb = [
		'-D',
		data,
		'-U',
		DATABASE_USER,
		'--auth=trust',
		'--encoding=UTF8',
		'--no-locale',
		'--no-sync',
	];
	await run(programs.initdb, initdb, { ...who, cwd: data });

	const query = async (sql: string): Promise<string[][]> => {
		const target = ['-h', HOST, '-p', String(port), '-U', DATABASE_USER, '-d', 'postgres'];
		const output = await run(programs.psql, [...target, '-XAtq', '-F', '\t', '-c', sql]);
		return output.stdout
			.split('\n')
			.filter(Boolean)
			.map((line) => line.split('\t'));
	};
	const settings = { port, listen_addresses: HOST, unix_socket_directories: '', max_connections: 100 };
	const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${String(value)}`]);
	const stop = await startServer(
		[programs.postgres, '-D', data, ...args],
		join(folder, 'postgres.log'),
		who,
		() =>
			query('SELECT 1').then(
				() => true,
				() => false,
			),
	);
	return { port, query, stop };
}

/** What every process of n8n's queue mode must be told, the same for all. */
export function queueEnv(redis: Service, database: Database): Record<string, string> {
	return {
		EXECUTIONS_MODE: 'queue',
		QUEUE_BULL_REDIS_HOST: HOST,
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: HOST,
		DB_POSTGRESDB_PORT: String(database.port),
		DB_POSTGRESDB_DATABASE: 'postgres',
		DB_POSTGRESDB_USER: DATABASE_USER,
		N8N_ENCRYPTION_KEY: 'the same for all processes of this test',
	};
}
