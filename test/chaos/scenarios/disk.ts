import { execFile } from 'node:child_process';
import { mkdir, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ServerProcess } from '../../support/server-process.ts';
import { checkEverything } from '../checks/check-everything.ts';
import { pause } from '../harness/pause.ts';
import type { Scenario, ScenarioContext } from '../harness/scenario.ts';
import { checkAlive, stopProcess } from '../harness/survives.ts';
import { secondsUntilWrite } from '../harness/until-write.ts';
import { createWorld } from '../harness/world.ts';
import { type ChaosClient, createClient } from '../load/chaos-client.ts';
import { createLedger } from '../load/ledger.ts';
import { createOperations, type OperationServices } from '../load/operations.ts';

const run = promisify(execFile);
const MB = 1024 * 1024;
const DISK_MB = 600;
/**
 * The space that the server reserves, at its minimum, so that the database hits the end of the disk if the reserve
 * fails.
 */
const RESERVE_MB = 32;
/** Free space for an ingest before it fills the disk. */
const FREE_MB = RESERVE_MB + 75;
const WITHIN = 15;
/** Seconds within which liveness must respond on a busy machine. */
const LIVE_WITHIN = 5;
const RECOVERY_LIMIT = 90;
/** Seconds of ingestion after which a disk that is not full counts as unfillable. */
const FILLING_LIMIT = 240;
/** Consecutive refused writes after which the disk counts as full. */
const REFUSALS = 20;

const freeMegabytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return (bavail * bsize) / MB;
};

/** Uses up space until the given megabytes are left. */
const fill = async (folder: string, file: string, leave: number): Promise<void> => {
  const handle = await open(file, 'w');
  const block = Buffer.alloc(MB);
  try {
    while ((await freeMegabytes(folder)) > leave) await handle.write(block);
  } finally {
    await handle.close();
  }
};

/** Checks liveness until stopped; a late response is a violation. */
const watchLiveness = (client: ChaosClient, { violate, measure }: ScenarioContext) => {
  let watching = true;
  const watched = (async () => {
    while (watching) {
      const started = performance.now();
      const response = await client.request('/health/live', {}, LIVE_WITHIN * 1000);
      measure('seconds until liveness is answered', (performance.now() - started) / 1000);
      if (response.kind === 'lost' || response.status !== 200)
        violate('liveness is not answered', JSON.stringify(response));
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  })();
  return async () => {
    watching = false;
    await watched;
  };
};

/** Ingests until writes are refused repeatedly; returns whether that happened. */
const ingestUntilFull = async (services: OperationServices, context: ScenarioContext): Promise<boolean> => {
  let refusals = 0;
  let waited = 0;
  const operations = createOperations({
    ...services,
    onResponse: (name, response, milliseconds) => {
      if (response.kind === 'lost') {
        waited += 1;
        context.violate(
          'a caller got no response',
          `${name} for ${(milliseconds / 1000).toFixed(0)} s on a full disk`,
        );
        return;
      }
      refusals = response.status >= 300 ? refusals + 1 : 0;
    },
  });
  const deadline = performance.now() + FILLING_LIMIT * 1000;
  while (refusals < REFUSALS && performance.now() < deadline) {
    context.signal.throwIfAborted();
    if (waited > 3) return false;
    await operations.ingestLarge();
    if (refusals > 0) await pause(100, context.signal);
  }
  return refusals >= REFUSALS;
};

const checkReads = async (client: ChaosClient, { violate, count }: ScenarioContext): Promise<void> => {
  for (const path of ['/api/documents', '/api/admin/kb/jobs', '/api/admin/projections']) {
    const response = await client.request(path);
    if (response.kind === 'lost' || response.status !== 200)
      violate('a read fails on a full disk', `${path}: ${JSON.stringify(response)}`);
    else count('reads on a full disk');
  }
  const ready = await client.request('/health/ready');
  if (ready.kind === 'answered' && ready.status === 200) count('readiness 200 on a full disk');
};

/** Stops the server on the full disk and starts another: it starts, or names what is missing. */
const restartOnFullDisk = async (
  server: ServerProcess,
  start: () => Promise<ServerProcess>,
  context: ScenarioContext,
): Promise<ServerProcess | undefined> => {
  await stopProcess(server, context, WITHIN);
  try {
    return await start();
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    context.count('starts refused on a full disk');
    if (!/space|disk/i.test(said))
      context.violate('a failed start on a full disk does not say why', said.slice(-600));
    return undefined;
  }
};

/** The disk fills up during an ingest, and is freed again. */
export const disk: Scenario = {
  name: 'disk',
  summary: 'fills the disk of an embedded server and frees it again (needs root, for a tmpfs)',
  databases: ['embedded'],
  rounds: 3,
  run: async (context) => {
    const { folder, owned, random, rounds, say, beginRound, violate, count, measure } = context;
    if (process.getuid?.() !== 0) {
      say('Only root can mount the small disk that this needs: left out.');
      count('left out');
      return;
    }
    const mounted = join(folder, 'disk');
    await mkdir(mounted);
    await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', mounted]);
    // A lazy unmount, so that a process with an open file cannot block the end of the run.
    owned.defer(async () => {
      await run('umount', ['-l', mounted]);
    });
    const plan = Array.from({ length: rounds }, () => ({ restarts: random.chance(0.4) }));
    const world = await createWorld(context, join('disk', 'data'));
    const ledger = createLedger();
    const filler = join(mounted, 'filler');
    const start = () => world.start({ MIN_FREE_DISK_MB: String(RESERVE_MB) });
    let server = await start();
    const client = createClient(() => server.url, WITHIN * 1000);
    const services = { client, ledger, random, count, violate };
    for (const [index, { restarts }] of plan.entries()) {
      beginRound(index + 1);
      await fill(mounted, filler, FREE_MB);
      const endWatch = watchLiveness(client, context);
      const isFull = await ingestUntilFull(services, context);
      say(
        `round ${index + 1}: ${isFull ? 'full' : 'not full'}, ${(await freeMegabytes(mounted)).toFixed(0)} MB free`,
      );
      if (!isFull)
        violate(
          'writes are not refused on a full disk',
          `${(await freeMegabytes(mounted)).toFixed(1)} MB free`,
        );
      await checkReads(client, context);
      await endWatch();
      checkAlive(server, context);
      let next: ServerProcess | undefined = server;
      if (restarts) next = await restartOnFullDisk(server, () => start(), context);
      await rm(filler);
      server = next ?? (await start());
      const seconds = await secondsUntilWrite(client, context, RECOVERY_LIMIT);
      if (seconds === undefined) {
        violate('no write is accepted after space was freed', `${RECOVERY_LIMIT} s`);
        await server.kill();
        server = await start();
      } else measure('seconds from freed space to a write', seconds);
    }
    await stopProcess(server, context, WITHIN);
    await checkEverything(world, ledger, context);
  },
};
