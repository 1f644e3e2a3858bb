import { checkEverything } from '../checks/check-everything.ts';
import { pause } from '../harness/pause.ts';
import type { Scenario, ScenarioContext } from '../harness/scenario.ts';
import { createRandom, type Random } from '../harness/seeded-random.ts';
import { createWorld, type World } from '../harness/world.ts';
import { createClient } from '../load/chaos-client.ts';
import { createLedger, type Ledger } from '../load/ledger.ts';
import { runLoad } from '../load/run-load.ts';

type Round = {
  /** Milliseconds before the kill: since its first acknowledgement, since it listens, or since it was spawned. */
  readonly delay: number;
  /** Whether it is killed however little it has done since it started listening. */
  readonly isEarly: boolean;
  readonly whileStarting: boolean;
  readonly destroysKey: boolean;
};

/** Milliseconds within which a started server acknowledges something, on a machine with other load. */
const FIRST_WITHIN = 60_000;
/** On a server, a lease outlives its killed owner by 10 s: only longer rounds include work of the followers. */
const LONG_ROUND = { low: 11_000, high: 15_000 } as const;

const drawRound = (random: Random, database: ScenarioContext['database']): Round => {
  const whileStarting = random.chance(0.12);
  const isEarly = random.chance(0.15);
  const isLong = database === 'postgres' && random.chance(0.35);
  return {
    whileStarting,
    isEarly,
    destroysKey: random.chance(database === 'postgres' ? 0.5 : 0.15),
    delay: whileStarting
      ? random.between(50, 2500)
      : isLong
        ? random.between(LONG_ROUND.low, LONG_ROUND.high)
        : random.between(150, 4000),
  };
};

/** Destroys the key of a known subject, preferably of a question just asked. */
const destroySomeKey = async (
  world: World,
  ledger: Ledger,
  random: Random,
  count: ScenarioContext['count'],
): Promise<void> => {
  const subject = random.pick(ledger.queries.slice(-10))?.subject;
  if (subject === undefined || ledger.destroyed.has(subject)) return;
  // From now on readability is undetermined; after completion, nothing may be accepted any more.
  ledger.destroyed.set(subject, Number.POSITIVE_INFINITY);
  await world.destroyKey(subject);
  ledger.destroyed.set(subject, performance.now());
  count('keys destroyed');
};

const killWhileStarting = async (world: World, delay: number): Promise<void> => {
  const killed = world.start({}, { onSpawn: (child) => setTimeout(() => child.kill('SIGKILL'), delay) });
  const server = await killed.catch(() => undefined);
  await server?.kill();
};

const killUnderLoad = async (
  world: World,
  ledger: Ledger,
  context: ScenarioContext,
  { delay, isEarly, destroysKey }: Round,
  random: Random,
): Promise<void> => {
  const { count, violate, measure, signal, pace } = context;
  const started = performance.now();
  // A few rounds among other tests create a database only to be killed meanwhile.
  const server = await world.start({}, { firstStart: pace === 'full' });
  measure('seconds to start', (performance.now() - started) / 1000);
  const client = createClient(() => server.url, 20_000);
  const ended = new AbortController();
  const load = runLoad({ client, ledger, random, count, violate }, ended.signal, {
    pace,
    endOnLoss: true,
  });
  const online = world.databaseUrl !== undefined;
  const destroying =
    destroysKey && online
      ? pause(delay / 2, signal).then(() => destroySomeKey(world, ledger, random, count))
      : undefined;
  // Awaited below; an interruption in between must not exit the process before cleanup.
  destroying?.catch(() => {});
  const before = ledger.acknowledged.length;
  const deadline = performance.now() + FIRST_WITHIN;
  while (!isEarly && ledger.acknowledged.length === before && performance.now() < deadline) {
    await pause(5, signal);
  }
  await pause(delay, signal);
  if (server.process.exitCode !== null) {
    violate('the server exited on its own', server.output().slice(-1500));
  }
  await Promise.all([server.kill(), destroying]);
  ended.abort();
  await load;
  if (destroysKey && !online) await destroySomeKey(world, ledger, random, count);
};

/** Rounds between full checks, so that a defect is found close to its cause. */
const CHECK_EVERY = 25;

/** SIGKILL at random moments while clients send every kind of request. */
export const kill: Scenario = {
  name: 'kill',
  summary: 'kills the server at random instants under every kind of command',
  databases: ['embedded', 'postgres'],
  rounds: 20,
  run: async (context) => {
    const { random, rounds, database, say, beginRound, signal, seed } = context;
    const plan = Array.from({ length: rounds }, () => drawRound(random, database));
    say(plan.map(({ delay, whileStarting }) => `${delay}${whileStarting ? 's' : ''}`).join(' '));
    const world = await createWorld(context);
    const ledger = createLedger();
    for (const [index, round] of plan.entries()) {
      signal.throwIfAborted();
      beginRound(index + 1);
      const isDue = (index + 1) % CHECK_EVERY === 0 || index + 1 === rounds;
      // All rounds so far may have been too short to get anything done, which would leave nothing to check.
      const mustWork = isDue && ledger.acknowledged.length === 0;
      if (round.whileStarting && !mustWork) await killWhileStarting(world, round.delay);
      else {
        const drawn = mustWork ? { ...round, isEarly: false } : round;
        await killUnderLoad(world, ledger, context, drawn, createRandom(seed + index + 1));
      }
      say(`round ${index + 1}: ${ledger.acknowledged.length} acknowledged so far`);
      if (isDue) await checkEverything(world, ledger, context);
    }
  },
};
