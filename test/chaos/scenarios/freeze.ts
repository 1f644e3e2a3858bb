import type { ChildProcess } from 'node:child_process';
import type { Database } from '../../../ports/database.ts';
import type { ServerProcess } from '../../support/server-process.ts';
import { checkEverything } from '../checks/check-everything.ts';
import { startLoad } from '../harness/background-load.ts';
import { type EffectProcesses, startEffects } from '../harness/effects.ts';
import { pause } from '../harness/pause.ts';
import type { Scenario, ScenarioContext } from '../harness/scenario.ts';
import { checkAlive, stopProcess } from '../harness/survives.ts';
import { createWorld } from '../harness/world.ts';
import { type ChaosClient, createClient } from '../load/chaos-client.ts';
import { createLedger } from '../load/ledger.ts';
import { UNEMBEDDABLE } from '../load/operations.ts';

/** Seconds within which the other process must take over, and every caller must get a response. */
const WITHIN = 15;
/** Milliseconds: a lease lasts 10 s, so some freezes end before it expires, and some long after. */
const FREEZES = { short: [1000, 8000], long: [13_000, 22_000] } as const;

/** Repeats a question until some process answers it; returns the seconds. */
const secondsUntilAnswered = async (
  client: ChaosClient,
  context: ScenarioContext,
): Promise<number | undefined> => {
  const started = performance.now();
  const asked = await client.command('AskQuery', { question: 'naloxone dose for opioid overdose' });
  if (asked.kind === 'lost' || asked.status >= 300) return undefined;
  for (;;) {
    context.signal.throwIfAborted();
    const query = await client.get(`/api/queries/${String(asked.data.queryId)}`);
    const seconds = (performance.now() - started) / 1000;
    if (query?.status === 'answered') return seconds;
    if (seconds > 4 * WITHIN) return undefined;
    await pause(100, context.signal);
  }
};

/** The owner of each lease that has not expired, by lease name. */
const leaseOwners = async (database: Database): Promise<ReadonlyMap<string, string>> => {
  const rows = await database.query('select name, owner from coordination.leases where expires_at > now()');
  return new Map(rows.map(({ name, owner }) => [String(name), String(owner)]));
};

/** The owner of the most leases: the active process. */
const ownerOfMost = (owners: ReadonlyMap<string, string>): string | undefined =>
  [...Map.groupBy(owners.values(), (owner) => owner)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  )[0]?.[0];

/** Waits until other processes hold the leases of the frozen one; returns the seconds, or the leases not taken over. */
const untilTakenOver = async (
  database: Database,
  held: ReadonlyMap<string, string>,
  { signal }: ScenarioContext,
): Promise<{ readonly seconds: number; readonly missing: readonly string[] }> => {
  const frozen = ownerOfMost(held);
  const wanted = [...held].filter(([, owner]) => owner === frozen).map(([name]) => name);
  const started = performance.now();
  for (;;) {
    signal.throwIfAborted();
    const owners = await leaseOwners(database);
    const missing = wanted.filter((name) => (owners.get(name) ?? frozen) === frozen);
    const seconds = (performance.now() - started) / 1000;
    if (missing.length === 0 || seconds > 4 * WITHIN) return { seconds, missing };
    await pause(100, signal);
  }
};

/** Waits until another process executes effects; returns the seconds. */
const secondsUntilEffect = async (
  effects: EffectProcesses,
  frozen: ChildProcess | undefined,
  { signal }: ScenarioContext,
): Promise<number | undefined> => {
  const started = performance.now();
  for (;;) {
    signal.throwIfAborted();
    const seconds = (performance.now() - started) / 1000;
    if ((await effects.working()) !== frozen) return seconds;
    if (seconds > 4 * WITHIN) return undefined;
    await pause(100, signal);
  }
};

/** Passages that were paid for more than once; passages refused at first are retried anyway. */
const repeatedPassages = (texts: readonly string[]): number => {
  const passages = texts.filter((text) => text.includes('Treatment') && !text.includes(UNEMBEDDABLE));
  return [...Map.groupBy(passages, (text) => text).values()].filter((same) => same.length > 1).length;
};

/** The active process is frozen at a random moment and resumes later, believing that it still holds its leases. */
export const freeze: Scenario = {
  name: 'freeze',
  summary: 'stops (SIGSTOP) the working one of two processes at random instants and lets it go on later',
  databases: ['postgres'],
  rounds: 8,
  run: async (context) => {
    const { random, rounds, say, beginRound, signal, measure, violate, count } = context;
    const plan = Array.from({ length: rounds }, (_, index) => {
      // A single round is long, so that the other process has to take over.
      const isLong = random.chance(0.75) || index === 0;
      const [least, most] = isLong ? FREEZES.long : FREEZES.short;
      return { isLong, delay: random.between(500, 4000), milliseconds: random.between(least, most) };
    });
    say(plan.map(({ delay, milliseconds }) => `${milliseconds} after ${delay}`).join(', '));
    const world = await createWorld(context);
    if (!world.postgres) throw new Error('This scenario needs PostgreSQL.');
    const effects = await startEffects(context, world.postgres.url);
    const database = await world.openDatabase();
    context.owned.defer(() => database.close());
    const ledger = createLedger();
    // The first process takes all leases; from then on they alternate with the long freezes.
    let working: ServerProcess = await world.start();
    await pause(2000, signal);
    let waiting: ServerProcess = await world.start();
    const client = createClient(() => waiting.url, WITHIN * 1000);
    for (const [index, { isLong, delay, milliseconds }] of plan.entries()) {
      beginRound(index + 1);
      const frozen = working;
      const load = startLoad(context, client, ledger, {
        name: index + 1,
        onResponse: (name, response, took) => {
          if (response.kind === 'lost' && response.timedOut) {
            violate('a caller of the other process got no response', `${name} for ${WITHIN} s`);
          }
          measure('seconds until a caller of the other process hears', took / 1000);
        },
      });
      await pause(delay, signal);
      const held = await leaseOwners(database);
      const effector = await effects.working();
      frozen.process.kill('SIGSTOP');
      effector?.kill('SIGSTOP');
      const frozenAt = performance.now();
      const leased = isLong ? untilTakenOver(database, held, context) : undefined;
      const answered = isLong ? secondsUntilAnswered(client, context) : undefined;
      const effected = isLong ? secondsUntilEffect(effects, effector, context) : undefined;
      // Awaited below; an interruption in between must not exit the process before cleanup.
      for (const watched of [leased, answered, effected]) watched?.catch(() => {});
      await pause(milliseconds, signal);
      const takeover = await leased;
      if (takeover) {
        if (takeover.missing.length > 0 || takeover.seconds > WITHIN)
          violate('no takeover in time', `${takeover.seconds} s; missing: ${takeover.missing.join(', ')}`);
        measure('seconds until the other process held all leases', takeover.seconds);
      }
      const seconds = await answered;
      if (answered) {
        if (seconds === undefined)
          violate('a question asked after the freeze is not answered', 'within a minute');
        else measure('seconds until the other process answered a new question', seconds);
      }
      const effectSeconds = await effected;
      if (effected) {
        if (effectSeconds === undefined || effectSeconds > WITHIN) {
          violate('no takeover of the effects in time', `${effectSeconds ?? 'never'} s`);
        } else measure('seconds until the other process took the effects over', effectSeconds);
      }
      frozen.process.kill('SIGCONT');
      effector?.kill('SIGCONT');
      count('seconds frozen', Math.round((performance.now() - frozenAt) / 1000));
      await pause(1500, signal);
      await load.end();
      for (const server of [working, waiting]) checkAlive(server, context);
      if (isLong) [working, waiting] = [waiting, working];
      say(`round ${index + 1}: frozen ${milliseconds} ms, ${ledger.acknowledged.length} acknowledged so far`);
    }
    await stopProcess(working, context, WITHIN);
    await effects.check();
    count('passages embedded more than once', repeatedPassages(world.embeddings.texts()));
    await checkEverything(world, ledger, context, waiting);
  },
};
