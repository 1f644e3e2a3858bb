import { isDeepStrictEqual } from 'node:util';
import type { ServerProcess } from '../../support/server-process.ts';
import type { ScenarioContext } from '../harness/scenario.ts';
import { stopProcess } from '../harness/survives.ts';
import type { World } from '../harness/world.ts';
import { type ChaosClient, createClient, type Json } from '../load/chaos-client.ts';
import { comparedQuestions } from '../load/documents.ts';
import type { Ledger } from '../load/ledger.ts';
import { projectionNames } from '../load/operations.ts';
import { checkLog } from './check-log.ts';
import { checkParked } from './check-parked.ts';
import {
  compareDumps,
  countErased,
  dropReadModels,
  dumpReadModels,
  liveGenerations,
} from './dump-read-models.ts';
import { readLog } from './read-log.ts';
import { settle } from './settle.ts';

/** Milliseconds for one request of a check; the server has no other load. */
const TIMEOUT_MS = 30_000;
/** Seconds within which a server exits. */
const STOP_WITHIN = 15;
/** Searches compared before and after the replay. */
const SEARCHES = 12;

/** On a busy machine a search stage may time out, and the others respond without it: retry then. */
const SEARCH_ATTEMPTS = 5;

const listIn = (value: unknown): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);

const searchWhole = async (client: ChaosClient, query: string): Promise<readonly unknown[]> => {
  for (let attempt = 1; ; attempt += 1) {
    const response = await client.post('/api/search', { query, limit: 10 });
    const { results, sources } = response.kind === 'answered' ? response.data : {};
    const isWhole = response.kind === 'answered' && listIn(sources).every(({ outcome }) => outcome === 'ok');
    if (isWhole || attempt === SEARCH_ATTEMPTS) {
      return listIn(results).map(({ chunkId, score }) => ({ chunkId, score }));
    }
  }
};

const searchAll = async (client: ChaosClient): Promise<readonly unknown[]> => {
  const found: unknown[] = [];
  for (const query of comparedQuestions.slice(0, SEARCHES)) found.push(await searchWhole(client, query));
  return found;
};

/** Every projection can be reset, and the reset completes. */
const checkResetsPossible = async (client: ChaosClient, context: ScenarioContext): Promise<void> => {
  for (const projection of projectionNames) {
    const response = await client.command('ResetProjection', { projection });
    if (response.kind === 'lost' || response.status >= 300) {
      const why = response.kind === 'lost' ? 'no answer' : JSON.stringify(response.error);
      context.violate('a reset is no longer possible', `${projection}: ${why}`);
    }
  }
  await settle(client, context);
};

/** Stops the server, drops the read models, lets a new server replay the log, and compares. */
const checkReplay = async (
  world: World,
  ledger: Ledger,
  context: ScenarioContext,
  before: { readonly client: ChaosClient; readonly stop: () => Promise<unknown> },
): Promise<void> => {
  const { violate, say, count } = context;
  const searchedBefore = await searchAll(before.client);
  if (!(await settle(before.client, context))) return;
  const followers = (await before.client.list('/api/admin/projections')) ?? [];
  const live = liveGenerations(followers);
  const head = Math.max(0, ...followers.map((follower) => Number(follower.head)));
  await before.stop();

  const database = await world.openDatabase();
  const old = await dumpReadModels(database, live, head).finally(async () => {
    await dropReadModels(database);
    await database.close();
  });
  say(`replaying ${head} events into ${live.size} read models`);
  let server = await world.start();
  const client = createClient(() => server.url, TIMEOUT_MS);
  if (!(await settle(client, context))) return;
  const liveAfter = liveGenerations((await client.list('/api/admin/projections')) ?? []);
  // The embedded database has one process at a time; on a server the rows are read while the program runs.
  const isEmbedded = world.databaseUrl === undefined;
  if (isEmbedded) await server.stop();
  const replayed = await world.openDatabase();
  const fresh = await dumpReadModels(replayed, liveAfter, head).finally(() => replayed.close());
  // Searching is recorded and adds rows, so the rows are read first.
  if (isEmbedded) {
    server = await world.start();
    await settle(client, context);
  }
  const searchedAfter = await searchAll(client);
  await server.stop();

  for (const difference of compareDumps(old, fresh, ledger.destroyed))
    violate('a read model differs from its replay', difference);
  count('rows that a replay erased', countErased(old, fresh, ledger.destroyed));
  count('rows compared with a replay', [...old.values()].flat().length);
  const different = searchedBefore.findIndex(
    (found, index) => !isDeepStrictEqual(found, searchedAfter[index]),
  );
  if (different >= 0) {
    violate(
      'a search has other results after a replay',
      `${comparedQuestions[different]}: ${JSON.stringify(searchedBefore[different])} <> ${JSON.stringify(searchedAfter[different])}`.slice(
        0,
        800,
      ),
    );
  }
};

/**
 * Waits until all work is done, and checks every invariant of a run, with the server that survived it or else with a
 * new one. It must stop within `STOP_WITHIN`.
 */
export const checkEverything = async (
  world: World,
  ledger: Ledger,
  context: ScenarioContext,
  survivor?: ServerProcess,
): Promise<void> => {
  context.say('checking …');
  const server = survivor ?? (await world.start());
  const client = createClient(() => server.url, TIMEOUT_MS);
  const stop = (): Promise<void> => stopProcess(server, context, STOP_WITHIN);
  const settled = await settle(client, context);
  const log = await readLog(server);
  context.count('events in the log', log.length);
  checkLog(log, ledger, context);
  await checkParked(client, log, ledger, context);
  if (settled) {
    await checkResetsPossible(client, context);
    await checkReplay(world, ledger, context, { client, stop });
  }
  await stop();
};
