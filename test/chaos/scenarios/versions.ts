import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { ServerProcess } from '../../support/server-process.ts';
import { checkLog } from '../checks/check-log.ts';
import { checkParked } from '../checks/check-parked.ts';
import { readLog } from '../checks/read-log.ts';
import { settle } from '../checks/settle.ts';
import { startLoad } from '../harness/background-load.ts';
import { pause } from '../harness/pause.ts';
import { checkOutProgram, makeNextProgram } from '../harness/programs.ts';
import type { Scenario, ScenarioContext } from '../harness/scenario.ts';
import { checkAlive, stopProcess } from '../harness/survives.ts';
import { createWorld, type World } from '../harness/world.ts';
import { createClient, type Json } from '../load/chaos-client.ts';
import { createLedger } from '../load/ledger.ts';
import { usualMix } from '../load/operations.ts';

/** Two programs running side by side; an undefined folder is this program. */
type Pair = {
  readonly name: string;
  readonly older: string | undefined;
  readonly newer: string | undefined;
  /** Whether the older one is known to stop at unknown events, which can no longer be fixed. */
  readonly olderIsPast: boolean;
};

const WITHIN = 15;
/** Nothing requests a rebuild here: the programs themselves start theirs. */
const mix = { ...usualMix, reset: 0, changeModel: 0 };
/** Events of a type unknown to both programs, at each step. */
const UNKNOWN_EVENTS = 3;
const UNKNOWN_TYPE = 'MedicationReconciled';

/** Appends events like an even newer program. Returns their ids. */
const appendUnknown = async (world: World): Promise<readonly string[]> => {
  const database = await world.openDatabase();
  const ids = Array.from({ length: UNKNOWN_EVENTS }, () => randomUUID());
  const metadata = {
    correlationId: 'tomorrow',
    causationId: 'tomorrow',
    actor: { id: 'tomorrow', role: 'service' },
    phi: false,
  };
  try {
    for (const id of ids) {
      // Bypasses the append function, whose parameters belong to the program that migrated last.
      await database.transaction(async (session) => {
        await session.query('select pg_advisory_xact_lock(4702111234474983745)');
        await session.query(
          `insert into event_log.events
             (position, stream_id, revision, id, type, schema_version, recorded_at, data, metadata)
           select max(position) + 1, $1, 0, $2::uuid, $3, 1, max(recorded_at), $4::json, $5::json
             from event_log.events`,
          [`conversation-${id}`, id, UNKNOWN_TYPE, JSON.stringify({ note: id }), JSON.stringify(metadata)],
        );
      });
    }
  } finally {
    await database.close();
  }
  return ids;
};

/** The number of rebuilds in the log, by projection. */
const countRebuilds = async (world: World): Promise<readonly { projection: string; times: number }[]> => {
  const database = await world.openDatabase();
  try {
    const rows = await database.query(
      `select data->>'projection' as projection, count(*)::integer as times from event_log.events
        where type = 'ProjectionResetRequested' group by 1 order by 1`,
    );
    return rows.map(({ projection, times }) => ({ projection: String(projection), times: Number(times) }));
  } finally {
    await database.close();
  }
};

/** Milliseconds within which another process takes over the work of a stopped one. */
const TAKEOVER = 20_000;

/** Idle followers, and why; the other program has the work of waiting ones. */
const idleFollowers = async (server: ServerProcess): Promise<readonly Json[]> => {
  const client = createClient(() => server.url, WITHIN * 1000);
  const followers = await client.list('/api/admin/projections');
  const unanswered = [{ name: 'the list of projections', state: 'unanswered' }];
  return (followers ?? unanswered).filter(({ state }) => state !== 'running' && state !== 'waiting');
};

/** Followers that are still idle after a while. */
const stuckFollowers = async (server: ServerProcess, signal: AbortSignal): Promise<readonly Json[]> => {
  const deadline = performance.now() + TAKEOVER;
  for (;;) {
    const idle = await idleFollowers(server);
    if (idle.every(({ state }) => state === 'blocked') || performance.now() > deadline) return idle;
    await pause(500, signal);
  }
};

const runPair = async (context: ScenarioContext, pair: Pair, index: number): Promise<void> => {
  const { rounds, say, beginRound, signal, violate, count } = context;
  const world = await createWorld(context, `versions-${index}`);
  const ledger = createLedger();
  const start = (program: string | undefined): Promise<ServerProcess> =>
    world.start({}, program === undefined ? {} : { program });
  let older = await start(pair.older);
  let newer = older;
  let turn = 0;
  const client = createClient(() => {
    turn += 1;
    return (turn % 2 === 0 ? older : newer).url;
  }, WITHIN * 1000);
  const load = startLoad(context, client, ledger, { name: index, mix, clients: 4 });
  const unknown: string[] = [];
  const look = async (server: ServerProcess, name: string, isPast: boolean): Promise<void> => {
    if (!checkAlive(server, context)) return;
    for (const { name: follower, state, error } of await stuckFollowers(server, signal)) {
      if (isPast) count(`${pair.name}: followers of the older program failing (cannot be fixed there)`);
      // A newer fold is left to the newer program, and the status says so.
      else if (name === 'older' && state === 'blocked' && error !== undefined) {
        count(`${pair.name}: projections that the older one leaves to the newer one`);
      } else
        violate(
          'a follower has stopped',
          `${pair.name}, ${name}: ${String(follower)} ${String(state)}: ${String(error)}`,
        );
    }
  };
  const step = async (): Promise<void> => {
    if (!pair.olderIsPast) unknown.push(...(await appendUnknown(world)));
    await pause(4000, signal);
  };

  await pause(2000, signal);
  newer = await start(pair.newer);
  for (let round = 1; round <= rounds; round += 1) {
    beginRound(round);
    await step();
    // The rolling upgrade: the older program stops, and the newer one takes over its work.
    await stopProcess(older, context, WITHIN);
    await step();
    await look(newer, 'newer', false);
    // The rollback: the older program returns, and the newer one stops.
    older = await start(pair.older);
    await step();
    await look(older, 'older', pair.olderIsPast);
    await stopProcess(newer, context, WITHIN);
    await step();
    await look(older, 'older', pair.olderIsPast);
    newer = await start(pair.newer);
    say(`${pair.name}, round ${round}: ${ledger.acknowledged.length} acknowledged so far`);
  }
  await load.end();
  await stopProcess(older, context, WITHIN);
  const last = createClient(() => newer.url, WITHIN * 1000);
  await settle(last, context);
  const log = await readLog(newer);
  const exported = new Set(log.map(({ id }) => id));
  for (const id of unknown) {
    if (!exported.has(id)) violate('an event of an unknown type is not visible', `${pair.name}: ${id}`);
  }
  count(`${pair.name}: events of an unknown type`, unknown.length);
  checkLog(log, ledger, context);
  await checkParked(last, log, ledger, context);
  await stopProcess(newer, context, WITHIN);
  for (const { projection, times } of await countRebuilds(world)) {
    count(`${pair.name}: rebuilds of ${projection}`, times);
    // A past program requests its own fold again whenever it takes over, which can no longer be fixed.
    if (times > 1 && !pair.olderIsPast)
      violate('a projection is rebuilt repeatedly', `${pair.name}: ${projection} ${times} times`);
  }
};

/** Two versions on one database: upgraded one after the other, rolled back, and upgraded again. */
export const versions: Scenario = {
  name: 'versions',
  summary: 'runs two versions side by side: rolling upgrade, rollback, events that one does not know',
  databases: ['postgres'],
  rounds: 2,
  run: async (context) => {
    const { folder, revision, say, count } = context;
    const past = await checkOutProgram(join(folder, 'past'), revision);
    if (past === undefined) {
      say(
        `Revision ${revision} is not in this checkout (is it shallow?): it is left out. --revision names another.`,
      );
      count('pairs left out');
    } else {
      const name = `${revision} and this one`;
      await runPair(context, { name, older: past, newer: undefined, olderIsPast: true }, 1);
    }
    const next = await makeNextProgram(join(folder, 'next'));
    await runPair(
      context,
      { name: 'this one and the next', older: undefined, newer: next, olderIsPast: false },
      2,
    );
  },
};
