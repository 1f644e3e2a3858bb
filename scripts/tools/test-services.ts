/**
 * Runs every suite that is about a service against whatever can be reached: `npm run test:services`. A service counts as
 * reachable when its TEST_… variable names it; else it is started in a container (of a pinned image) when a Docker engine
 * answers; else it is left out, with the reason. Ends with a table; exits 1 when a suite fails.
 *
 * `npm run test:services -- redis s3` runs some of them only.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StartedTestContainer } from 'testcontainers';

type Service = {
  readonly name: string;
  /** What the suites look for. */
  readonly variable: string;
  /** A throw-away server; what the variable then says, and what else is set. */
  readonly start: (containers: Containers) => Promise<Started>;
};
type Containers = typeof import('testcontainers');
type Started = {
  readonly container: StartedTestContainer;
  readonly value: string;
  readonly more?: Readonly<Record<string, string>>;
};

const START_MS = 180_000;
/** Kafka must be told at its start what it can be reached at. */
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
  { name: 'postgresql', variable: 'TEST_DATABASE_URL', start: postgres },
  { name: 'pgvector', variable: 'TEST_PGVECTOR_URL', start: postgres },
  {
    name: 'qdrant',
    variable: 'TEST_QDRANT_URL',
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
    variable: 'TEST_REDIS_URL',
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
    variable: 'TEST_KAFKA_BROKERS',
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
    variable: 'TEST_S3_URL',
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
    variable: 'TEST_EVENTSTORE_URL',
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
];

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The suites that look for a variable, themselves or through what they are supported by. */
const suitesOf = (variable: string): readonly string[] => {
  const supporters = globSync('test/{support,contract}/*.ts', { cwd: root })
    .filter((path) => read(path).includes(variable))
    .map((path) => path.replace(/^test/, ''));
  return globSync('test/**/*.test.ts', { cwd: root }).filter((path) => {
    const text = read(path);
    return text.includes(variable) || supporters.some((supporter) => text.includes(supporter));
  });
};

/** The way to start containers, or why there is none. */
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
  console.error(`There is no service "${unknown}": ${known.join(', ')}.`);
  process.exit(2);
}

const docker = await findDocker();
const environment: Record<string, string> = {};
const started: StartedTestContainer[] = [];
const rows: {
  readonly service: string;
  readonly from: string;
  readonly suites: number;
  readonly outcome: string;
}[] = [];
try {
  for (const { name, variable, start } of services) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const suites = suitesOf(variable);
    const row = { service: name, suites: suites.length };
    let from = variable;
    if (process.env[variable] === undefined) {
      if (typeof docker === 'string') {
        rows.push({ ...row, from: 'no server', outcome: `left out: ${variable} is not set, and ${docker}` });
        continue;
      }
      try {
        const { container, value, more } = await start(docker);
        started.push(container);
        Object.assign(environment, more, { [variable]: value });
        from = 'container';
      } catch (error) {
        rows.push({
          ...row,
          from: 'no server',
          outcome: `left out: its container did not start (${String(error).slice(0, 80)})`,
        });
        continue;
      }
    }
    if (suites.length === 0) {
      rows.push({ ...row, from, outcome: 'no suite looks for it' });
      continue;
    }
    const { status } = spawnSync('npx', ['--no-install', 'vitest', 'run', ...suites, '--maxWorkers=1'], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...environment },
    });
    if (status !== 0) process.exitCode = 1;
    rows.push({ ...row, from, outcome: status === 0 ? 'passed' : 'FAILED' });
  }
} finally {
  for (const container of started) await container.stop();
}
// Two lines for each: with a reason, one would not fit into 80 columns.
for (const { service, suites, from, outcome } of rows)
  console.log(
    `${service.padEnd(10)}  ${`${suites}`.padStart(3)} ${suites === 1 ? 'suite' : 'suites'}, ${from}\n            ${outcome}`,
  );
