import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import { until } from './log-harness.ts';
import { type OwnRedis, startOwnRedis } from './own-redis.ts';

const run = promisify(execFile);

/** The reply of `redis-cli` to a command at a port. */
const ask = async (port: number, ...words: readonly string[]): Promise<string> =>
  (await run('redis-cli', ['-p', `${port}`, ...words])).stdout;

/** Several Redis servers owned by one test that fail over to each other. */
type OwnRedisGroup = AsyncDisposable & {
  readonly url: string;
  /** A writable server that has a replica. */
  readonly master: OwnRedis;
};

const startSentinel = async (master: number): Promise<AsyncDisposable & { readonly port: number }> => {
  const folder = await mkdtemp(join(tmpdir(), 'own-sentinel-'));
  const port = await freePort();
  const file = join(folder, 'sentinel.conf');
  await writeFile(
    file,
    [
      `port ${port}`,
      'bind 127.0.0.1',
      `dir ${folder}`,
      `sentinel monitor ward 127.0.0.1 ${master} 2`,
      'sentinel down-after-milliseconds ward 500',
      'sentinel failover-timeout ward 3000',
    ].join('\n'),
  );
  const child = spawn('redis-server', [file, '--sentinel'], { stdio: 'ignore' });
  await until('the sentinel answers', () =>
    ask(port, 'ping').then(
      (answer) => answer.startsWith('PONG'),
      () => false,
    ),
  );
  return {
    port,
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** A master, its replica, and three sentinels that detect a lost master within a second. */
export const startSentinelGroup = async (): Promise<OwnRedisGroup> => {
  await using starting = new AsyncDisposableStack();
  const master = starting.use(await startOwnRedis());
  const replica = starting.use(await startOwnRedis('--replicaof', '127.0.0.1', `${master.port}`));
  await until('the replica follows', async () =>
    (await ask(replica.port, 'info', 'replication')).includes('master_link_status:up'),
  );
  const sentinels: Awaited<ReturnType<typeof startSentinel>>[] = [];
  for (let one = 0; one < 3; one += 1) sentinels.push(starting.use(await startSentinel(master.port)));
  await until('the sentinels know each other and the replica', async () =>
    (await Promise.all(sentinels.map(({ port }) => ask(port, 'sentinel', 'master', 'ward')))).every(
      (answer) => /num-slaves\n1\n/.test(answer) && /num-other-sentinels\n2\n/.test(answer),
    ),
  );
  const stack = starting.move();
  return {
    url: `redis+sentinel://${sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',')}/ward`,
    master,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
};

const startNode = async (): Promise<OwnRedis> =>
  startOwnRedis(
    ...[
      '--cluster-enabled',
      'yes',
      '--cluster-node-timeout',
      '1000',
      '--cluster-port',
      `${await freePort()}`,
    ],
  );

/** Three masters and a replica of the first. */
export const startClusterGroup = async (): Promise<OwnRedisGroup> => {
  await using starting = new AsyncDisposableStack();
  const master = starting.use(await startNode());
  const others = [starting.use(await startNode()), starting.use(await startNode())];
  const replica = starting.use(await startNode());
  const masters = [master, ...others];
  const slots = [
    ['0', '5461'],
    ['5462', '10922'],
    ['10923', '16383'],
  ];
  for (const [index, { port }] of masters.entries())
    await ask(port, 'cluster', 'addslotsrange', ...(slots[index] ?? []));
  const busOf = async ({ port }: OwnRedis): Promise<string> =>
    /@(\d+)/.exec(await ask(port, 'cluster', 'nodes'))?.[1] ?? '';
  for (const node of [...others, replica])
    await ask(master.port, 'cluster', 'meet', '127.0.0.1', `${node.port}`, await busOf(node));
  const all = [...masters, replica];
  await until('the nodes know each other', async () =>
    (await Promise.all(all.map(({ port }) => ask(port, 'cluster', 'nodes')))).every(
      (answer) => (answer.match(/ connected/g) ?? []).length === all.length && !/handshake/.test(answer),
    ),
  );
  const id = (await ask(master.port, 'cluster', 'myid')).trim();
  await ask(replica.port, 'cluster', 'replicate', id);
  await until('the cluster is healthy, and the replica follows', async () => {
    const states = await Promise.all(all.map(({ port }) => ask(port, 'cluster', 'info')));
    const following = await ask(replica.port, 'info', 'replication');
    return (
      states.every((state) => state.includes('cluster_state:ok')) &&
      following.includes('master_link_status:up') &&
      (await ask(others[0]?.port ?? 0, 'cluster', 'nodes')).includes(`slave ${id}`)
    );
  });
  const stack = starting.move();
  return {
    url: `redis+cluster://${[...others, master].map(({ port }) => `127.0.0.1:${port}`).join(',')}`,
    master,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
};
