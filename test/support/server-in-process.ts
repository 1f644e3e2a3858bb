import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { DestinationStream } from 'pino';
import type { ApplicationOptions } from '../../app/application-options.ts';
import type { Configuration } from '../../app/configuration/configuration.ts';
import { readConfiguration } from '../../app/configuration/read-configuration.ts';
import { startServer } from '../../app/start-server.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { createLogger } from '../../infra/observability/create-logger.ts';
import { createTraceScope } from '../../infra/observability/trace-context.ts';
import { until } from './log-harness.ts';
import { placeMigratedDatabase } from './new-database.ts';
import { oversightHeaders } from './oversight.ts';
import { openInMemoryOfProcess, type ServerMemory } from './server-memory.ts';
import { openSharedReading } from './shared-reading.ts';
import { TEST_JWT_SECRET, testToken } from './test-user.ts';

export const samplesFolder = join(import.meta.dirname, '../../samples');

/** A first-start token. */
export const FIRST_TOKEN = 'test-first-token-0123456789';

export type Json = Record<string, unknown>;

export type InProcessOptions = {
  readonly environment?: Readonly<Record<string, string>>;
  readonly replace?: NonNullable<ApplicationOptions['replace']>;
  readonly former?: ApplicationOptions['former'];
  /**
   * An existing data directory, which is kept. Without one the database is in memory, and no server can start on it
   * again.
   */
  readonly dataDir?: string;
  /** The database next to the data directory, in place of one in its files. */
  readonly memory?: ServerMemory;
};

/** The configuration of a server in this process. */
export const readTestConfiguration = (
  dataDir: string,
  environment: Readonly<Record<string, string>> = {},
): Configuration =>
  readConfiguration({
    DATA_DIR: dataDir,
    PORT: '0',
    // Losing the power is no concern in tests, so no write waits for the disk.
    EMBEDDED_SYNC: 'off',
    // On a busy machine a read model may lag longer than a user would wait.
    READ_TIMEOUT_MS: '30000',
    ADMIN_TOKEN: FIRST_TOKEN,
    JWT_SECRET: TEST_JWT_SECRET,
    ...environment,
  });

/** Data directories whose database was in memory. */
const withoutDatabase = new Set<string>();

/** The production wiring on a real port, in this process, with its own data directory. */
export const startInProcess = async (options: InProcessOptions = {}) => {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'anamnesis-test-')));
  if (withoutDatabase.has(dataDir))
    throw new Error('To restart a server, give the first one a data directory.');
  const isEmbedded = options.environment?.DATABASE_URL === undefined;
  const inMemory = isEmbedded && options.dataDir === undefined;
  if (inMemory) withoutDatabase.add(dataDir);
  else if (isEmbedded && options.memory === undefined) await placeMigratedDatabase(dataDir);
  const logLines: string[] = [];
  const destination: DestinationStream = { write: (line) => logLines.push(line) };
  const configuration = readTestConfiguration(dataDir, options.environment);
  const logger = createLogger({ level: 'debug', traces: createTraceScope(), destination });
  const server = await startServer({
    configuration,
    version: 'test',
    ...omitUndefined({ former: options.former }),
    replace: {
      logger,
      openDocumentReading: openSharedReading,
      ...(inMemory ? { openEmbedded: openInMemoryOfProcess } : {}),
      ...(options.memory ? { openEmbedded: options.memory.open } : {}),
      ...options.replace,
    },
  });

  const request = async (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${server.url}${path}`, {
      ...init,
      headers: {
        authorization: `Bearer ${testToken}`,
        ...(await oversightHeaders(dataDir, path)),
        ...init.headers,
      },
      signal: AbortSignal.timeout(60_000),
    });
  const bodyOf = async (response: Response): Promise<Json> => (await response.json()) as Json;
  const dataOf = async (what: string, response: Response): Promise<Json> => {
    const body = await bodyOf(response);
    if (body.success !== true) throw new Error(`${what}: ${JSON.stringify(body)}`);
    return body.data as Json;
  };
  const get = async (path: string): Promise<Json> => dataOf(`GET ${path}`, await request(path));
  const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
    request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const command = async (
    name: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<Json> => {
    return dataOf(name, await post(`/api/commands/${name}`, body, headers));
  };
  const upload = async (
    content: Uint8Array | string,
    fileName: string,
    fields: Record<string, string>,
  ): Promise<Response> => {
    const form = new FormData();
    for (const [key, value] of Object.entries({ sourceType: 'guideline', ...fields })) form.set(key, value);
    form.set('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), fileName);
    return request('/api/commands/IngestDocument', { method: 'POST', body: form });
  };
  const jobOf = async (uploaded: Response): Promise<Json> => {
    const { data } = (await bodyOf(uploaded)) as { data?: Json };
    if (!data) throw new Error('The upload was refused.');
    let job: Json = {};
    await until('the job has ended', async () => {
      const path = `/api/admin/kb/jobs/${String(data.jobId)}?after=${String(data.position)}`;
      const answer = await request(path);
      // A read model that still lags on a busy machine is read again, as a client would.
      if (answer.status === 503) return false;
      job = await dataOf(`GET ${path}`, answer);
      return job.state === 'COMPLETED' || job.state === 'FAILED' || job.state === 'SUPERSEDED';
    });
    return job;
  };
  return {
    ...server,
    dataDir,
    logLines,
    request,
    bodyOf,
    get,
    post,
    command,
    upload,
    jobOf,
    /** The application behind the port. */
    application: server.application,
    /** Ingests a file and waits for the end of its job. */
    ingest: async (content: Uint8Array | string, fileName: string, fields: Record<string, string> = {}) =>
      jobOf(await upload(content, fileName, fields)),
    ingestSample: async (name: string, fields: Record<string, string> = {}) =>
      jobOf(await upload(await readFile(join(samplesFolder, name)), basename(name), fields)),
    ask: (question: string, more: Json = {}) =>
      command('AskQuery', { question, ...more }, { prefer: 'wait=50' }),
    /** Waits until all followers of the log have caught up. */
    settled: () =>
      until('everything has caught up', async () => {
        const followers = (await get('/api/admin/projections')) as unknown as Json[];
        return followers.every(({ eventsBehind }) => eventsBehind === 0);
      }),
    /** Stops the server; removes the data directory unless it was given. */
    dispose: async () => {
      await server.stop();
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
};
export type InProcess = Awaited<ReturnType<typeof startInProcess>>;
