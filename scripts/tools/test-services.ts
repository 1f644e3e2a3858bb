/**
 * Runs every suite that needs an external service: `npm run test:services`. Uses the server that a TEST_… variable names;
 * otherwise starts a container (of a pinned image) if a Docker engine answers; otherwise skips the suites and reports why.
 * Prints a table at the end, and exits 1 when a suite fails.
 *
 * `npm run test:services -- redis s3` runs only some of them.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StartedTestContainer } from 'testcontainers';
import { readTestCosts, type TestCost } from '../read-test-costs.ts';

type Service = {
  readonly name: string;
  /** Matches the sources of its suites. */
  readonly mark: RegExp;
  /** The variable that names a server. */
  readonly variable?: string;
  /** Whether suites without a variable can start their own server from programs on this machine. */
  readonly canOwn?: () => Promise<boolean>;
  /** The requirement when no container is started. */
  readonly needs: string;
  /** The substitute that the suites use without a server. */
  readonly instead?: string;
  /** Starts a throw-away server in a container; returns the value of the variable, and other variables to set. */
  readonly start?: (containers: Containers) => Promise<Started>;
};
type Containers = typeof import('testcontainers');
type Started = {
  readonly container: StartedTestContainer;
  readonly value: string;
  readonly more?: Readonly<Record<string, string>>;
};

const START_MS = 180_000;
/** A fixed port, because Kafka must know its own address when it starts. */
const KAFKA_PORT = 39_092;

const at = (container: StartedTestContainer, port: number): string =>
  `${container.getHost()}:${container.getMappedPort(port)}`;

const postgres = async ({ GenericContainer, Wait }: Containers): Promise<Started> => {
  const container = await new GenericContainer('pgvector/pgvector:0.8.1-pg17')
    .withEnvironment({ POSTGRES_USER: 'anamnesis', POSTGRES_PASSWORD: 'test' })
    .withCommand(['postgres', '-c', 'max_connections=200', '-c', 'wal_level=replica'])
    .withExposedPorts(5432)
    .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
    .withStartupTimeout(START_MS)
    .start();
  return { container, value: `postgres://anamnesis:test@${at(container, 5432)}/postgres` };
};

const services: readonly Service[] = [
  {
    name: 'postgresql',
    mark: /TEST_DATABASE_URL|\bdatabaseKinds\b/,
    variable: 'TEST_DATABASE_URL',
    needs: '.ci/start-postgres',
    start: postgres,
  },
  {
    name: 'pgvector',
    mark: /TEST_PGVECTOR_URL|pgvectorServer|pgvectorUrl/,
    variable: 'TEST_PGVECTOR_URL',
    needs: '.ci/start-pgvector',
    start: postgres,
  },
  {
    name: 'qdrant',
    mark: /testQdrantUrl/,
    variable: 'TEST_QDRANT_URL',
    needs: '.ci/start-qdrant',
    start: async ({ GenericContainer, Wait }) => {
      const container = await new GenericContainer('qdrant/qdrant:v1.16.0')
        .withExposedPorts(6333)
        .withWaitStrategy(Wait.forHttp('/readyz', 6333))
        .withStartupTimeout(START_MS)
        .start();
      return { container, value: `http://${at(container, 6333)}` };
    },
  },
  {
    name: 'redis',
    mark: /TEST_REDIS_URL/,
    variable: 'TEST_REDIS_URL',
    needs: 'a Redis server',
    start: async ({ GenericContainer, Wait }) => {
      const container = await new GenericContainer('redis:8.2.2-alpine')
        .withExposedPorts(6379)
        .withWaitStrategy(Wait.forLogMessage(/Ready to accept connections/))
        .withStartupTimeout(START_MS)
        .start();
      return { container, value: `redis://${at(container, 6379)}` };
    },
  },
  {
    name: 'kafka',
    mark: /testKafkaBrokers/,
    variable: 'TEST_KAFKA_BROKERS',
    needs: '.ci/start-kafka',
    start: async ({ GenericContainer, Wait }) => {
      const container = await new GenericContainer('apache/kafka:4.1.0')
        .withExposedPorts({ container: 9092, host: KAFKA_PORT })
        .withEnvironment({
          KAFKA_NODE_ID: '1',
          KAFKA_PROCESS_ROLES: 'broker,controller',
          KAFKA_LISTENERS: 'PLAINTEXT://:9092,CONTROLLER://:9093',
          KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://localhost:${KAFKA_PORT}`,
          KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
          KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
          KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
          KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
          KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
          KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
        })
        .withWaitStrategy(Wait.forLogMessage(/Kafka Server started/))
        .withStartupTimeout(START_MS)
        .start();
      return { container, value: `localhost:${KAFKA_PORT}` };
    },
  },
  {
    name: 's3',
    mark: /testBlobUrl/,
    variable: 'TEST_S3_URL',
    needs: '.ci/start-s3',
    start: async ({ GenericContainer, Wait }) => {
      const container = await new GenericContainer('versity/versitygw:v1.8.0')
        .withEnvironment({ ROOT_ACCESS_KEY: 'anamnesis-test', ROOT_SECRET_KEY: 'anamnesis-test-secret' })
        .withEntrypoint([
          '/bin/sh',
          '-c',
          'mkdir -p /tmp/o/anamnesis-test /tmp/m && exec /app/versitygw --port :7070 posix --sidecar /tmp/m /tmp/o',
        ])
        .withExposedPorts(7070)
        .withWaitStrategy(Wait.forListeningPorts())
        .withStartupTimeout(START_MS)
        .start();
      return {
        container,
        value: `s3://anamnesis-test?endpoint=http://${at(container, 7070)}&region=us-east-1&pathStyle=true`,
        more: { AWS_ACCESS_KEY_ID: 'anamnesis-test', AWS_SECRET_ACCESS_KEY: 'anamnesis-test-secret' },
      };
    },
  },
  {
    name: 'kurrentdb',
    mark: /\b(openKurrent|startKurrentServer)\b/,
    variable: 'TEST_EVENTSTORE_URL',
    needs: 'a KurrentDB server',
    instead: 'test/support/kurrent-server.ts',
    start: async ({ GenericContainer, Wait }) => {
      const container = await new GenericContainer('kurrentplatform/kurrentdb:25.1.0')
        .withEnvironment({ KURRENTDB_INSECURE: 'true', KURRENTDB_MEM_DB: 'true' })
        .withExposedPorts(2113)
        .withWaitStrategy(Wait.forHttp('/health/live', 2113).forStatusCode(204))
        .withStartupTimeout(START_MS)
        .start();
      return { container, value: `esdb://${at(container, 2113)}?tls=false` };
    },
  },
  {
    name: 'kafka-tls',
    mark: /testKafkaTlsBrokers/,
    variable: 'TEST_KAFKA_TLS_BROKERS',
    needs: '.ci/start-kafka',
  },
  { name: 'webdav', mark: /TEST_WEBDAV_URL/, variable: 'TEST_WEBDAV_URL', needs: '.ci/start-webdav' },
  { name: 'kms', mark: /TEST_KMS_URL/, variable: 'TEST_KMS_URL', needs: '.ci/start-kms' },
  { name: 'caldav', mark: /testCaldavUrl/, variable: 'TEST_CALDAV_URL', needs: '.ci/start-radicale' },
  { name: 'mail', mark: /TEST_MAIL_SERVERS/, variable: 'TEST_MAIL_SERVERS', needs: '.ci/start-mail' },
  { name: 'llm', mark: /TEST_LLM_URL/, variable: 'TEST_LLM_URL', needs: '.ci/start-llm' },
  {
    name: 'la-county',
    mark: /hasLaCounty/,
    canOwn: async () => (await import('../../test/support/la-county.ts')).hasLaCounty,
    needs: 'the protocols of Los Angeles County in ../shared/corpus/la-county',
  },
  // The evaluations need no service, but take too long for `npm test`.
  {
    name: 'evaluations',
    mark: /\brunEvalCommand\b/,
    canOwn: async () => true,
    needs: 'nothing',
  },
  // Suites that stop, freeze or restart servers start their own.
  {
    name: 'own redis',
    mark: /hasRedisServer/,
    canOwn: async () => (await import('../../test/support/own-redis.ts')).hasRedisServer(),
    needs: 'redis-server (.ci/start-redis installs it)',
  },
  {
    name: 'own postgresql',
    mark: /canOwnPostgres/,
    canOwn: async () => (await import('../../test/support/own-postgres.ts')).canOwnPostgres,
    needs: "PostgreSQL's programs and TEST_DATABASE_URL",
  },
  {
    name: 'own kafka',
    mark: /canOwnKafka/,
    canOwn: async () => (await import('../../test/support/own-kafka.ts')).canOwnKafka,
    needs: 'Java, Maven and TEST_KAFKA_BROKERS',
  },
];

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const all = globSync('test/{services,integration}/**/*.test.ts', { cwd: root })
  .map((path) => ({ path, text: read(path) }))
  .filter(
    ({ path, text }) => path.startsWith('test/services') || /\b(databaseKinds|openKurrent)\b/.test(text),
  );

/** The suites that use a service. */
const suitesOf = ({ mark }: Service): readonly string[] =>
  all.filter(({ text }) => mark.test(text)).map(({ path }) => path);

/** The client for starting containers, or the reason why there is none. */
const findDocker = async (): Promise<Containers | string> => {
  try {
    const containers = await import('testcontainers');
    await containers.getContainerRuntimeClient();
    return containers;
  } catch {
    return 'no Docker engine answers';
  }
};

const wanted = process.argv.slice(2);
const known = services.map(({ name }) => name);
const unknown = wanted.find((name) => !known.includes(name));
if (unknown !== undefined) {
  console.error(`There is no service "${unknown}". The services are: ${known.join(', ')}.`);
  process.exit(2);
}

const started: StartedTestContainer[] = [];
type Reached = { readonly from: string } | { readonly missing: string };
let docker: Containers | string | undefined;

/** Finds the server of a service, or starts a container. */
const reachServer = async ({ variable, canOwn, needs, start }: Service): Promise<Reached> => {
  if (variable === undefined)
    return (await canOwn?.()) ? { from: 'this machine' } : { missing: `missing: ${needs}` };
  if (process.env[variable]) return { from: variable };
  if (start === undefined) return { missing: `${variable} is not set (${needs})` };
  docker ??= await findDocker();
  if (typeof docker === 'string') return { missing: `${variable} is not set (${needs}), and ${docker}` };
  try {
    const { container, value, more } = await start(docker);
    started.push(container);
    Object.assign(process.env, more, { [variable]: value });
    return { from: 'container' };
  } catch (error) {
    return { missing: `its container did not start (${String(error).slice(0, 80)})` };
  }
};

/** Like `reachServer`, but falls back to the substitute of the service. */
const reach = async (service: Service): Promise<Reached> => {
  const reached = await reachServer(service);
  return 'missing' in reached && service.instead !== undefined ? { from: service.instead } : reached;
};

/** Runs suites together, and returns the outcome of each. */
const run = async (suites: readonly string[]): Promise<readonly TestCost[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'anamnesis-services-'));
  try {
    const costs = process.env.TEST_COSTS ?? join(folder, 'costs.json');
    const { status } = spawnSync(
      process.execPath,
      // More workers than cores, because the suites mostly wait for servers.
      ['node_modules/vitest/vitest.mjs', 'run', '--project', 'services*', '--maxWorkers', '4', ...suites],
      { cwd: root, stdio: 'inherit', env: { ...process.env, TEST_COSTS: costs } },
    );
    if (status !== 0) process.exitCode = 1;
    return readTestCosts(costs);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const plural = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

const chosen = services.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const rows: { service: Service; suites: readonly string[]; reached: Reached }[] = [];
let outcomes: readonly TestCost[] = [];
try {
  for (const service of chosen)
    rows.push({ service, suites: suitesOf(service), reached: await reach(service) });
  const suites = [...new Set(rows.flatMap((row) => ('from' in row.reached ? row.suites : [])))];
  if (suites.length > 0) outcomes = await run(suites);
} finally {
  for (const container of started) await container.stop();
}

const outcomeOf = (suites: readonly string[]): string => {
  const own = outcomes.filter(({ file }) => suites.includes(file));
  const failed = own.filter(({ state }) => state === 'failed').map(({ file }) => file);
  if (failed.length > 0) return `FAILED: ${failed.join(', ')}`;
  const tests = own.reduce((sum, outcome) => sum + outcome.tests, 0);
  const skipped = own.reduce((sum, outcome) => sum + outcome.skipped, 0);
  return `passed: ${plural(tests - skipped, 'test')}${skipped > 0 ? `, ${skipped} skipped` : ''}`;
};

// Two lines each, because a line with a reason would not fit into 80 columns.
console.log('');
for (const { service, suites, reached } of rows) {
  const from = 'from' in reached ? reached.from : 'no server';
  const outcome = 'from' in reached ? outcomeOf(suites) : `skipped: ${reached.missing}`;
  console.log(`${service.name.padEnd(14)} ${plural(suites.length, 'suite').padStart(9)}, ${from}`);
  console.log(`${' '.repeat(15)}${outcome}`);
}
