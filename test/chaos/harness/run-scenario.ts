import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Pace } from '../load/run-load.ts';
import type { DatabaseName, Scenario, Violation } from './scenario.ts';
import { createRandom } from './seeded-random.ts';

type ScenarioOptions = {
  readonly rounds?: number;
  readonly database?: DatabaseName;
  readonly pace?: Pace;
  readonly seed?: number;
  readonly revision?: string;
  readonly signal?: AbortSignal;
  readonly say?: (text: string) => void;
};

export type ScenarioReport = {
  readonly scenario: string;
  readonly database: DatabaseName;
  readonly seed: number;
  /** The number of rounds begun, and the number requested. */
  readonly rounds: number;
  readonly roundsAsked: number;
  readonly seconds: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly measures: Readonly<Record<string, readonly number[]>>;
  readonly violations: readonly Violation[];
};

/** The revision before follower leases were fenced; its program is the older one of a rolling upgrade. */
export const DEFAULT_REVISION = 'a1da5f1';

/** Violations of one kind that are reported during the run. */
const MAX_REPORTED = 5;
/** Characters of a log line that explains a violation. */
const LOGGED = 700;

const killNow = (child: ChildProcess): void => {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
};

/** Ids in a violation for which the log of a process may have details. */
const NAMED = /(?:trace ([0-9a-f]{32})|event ([0-9a-f-]{36}))/;

/** The last warning or error logged by the processes, by its trace and event. */
const createTroubleBook = () => {
  const lines = new Map<string, string>();
  return {
    /** Reads the output of a process from now on. */
    follow: ({ stdout, stderr }: ChildProcess): void => {
      for (const stream of [stdout, stderr]) {
        if (!stream) continue;
        createInterface({ input: stream }).on('line', (line) => {
          if (!/"level":"(?:warn|error)"/.test(line)) return;
          const trace = /"traceId":"([0-9a-f]{32})"/.exec(line)?.[1];
          const event = /"eventId":"([0-9a-f-]{36})"/.exec(line)?.[1];
          // That it was parked is known; the reason for its last failure is not.
          if (line.includes('was parked')) return;
          for (const name of [trace, event]) if (name !== undefined) lines.set(name, line);
        });
      }
    },
    /** Adds to a violation the log message with its trace or event. */
    explain: (detail: string): string => {
      const [, trace, event] = NAMED.exec(detail) ?? [];
      const line = lines.get(trace ?? event ?? '');
      return line === undefined ? detail : `${detail}\n      ${line.slice(0, LOGGED)}`;
    },
  };
};

/**
 * Runs a scenario and cleans up after it. An error thrown by the scenario is a violation too: an aborted run has shown
 * nothing.
 */
export const runScenario = async (
  scenario: Scenario,
  options: ScenarioOptions = {},
): Promise<ScenarioReport> => {
  const seed = options.seed ?? Math.floor(Math.random() * 2 ** 31);
  const [defaultDatabase] = scenario.databases;
  const database = options.database ?? defaultDatabase;
  const rounds = options.rounds ?? scenario.rounds;
  const say = options.say ?? (() => {});
  const counts: Record<string, number> = {};
  const measures: Record<string, number[]> = {};
  const violations: Violation[] = [];
  const children = new Set<ChildProcess>();
  // Covers exits of this process that skip `finally`.
  const killAll = (): void => children.forEach(killNow);
  process.once('exit', killAll);
  const troubles = createTroubleBook();
  let round = 0;
  const violate = (kind: string, detail: string): void => {
    violations.push({ kind, round, detail });
    const count = violations.filter((other) => other.kind === kind).length;
    if (count <= MAX_REPORTED) say(`VIOLATION (round ${round}) ${kind}: ${detail}`);
    if (count === MAX_REPORTED + 1) say(`… and more of: ${kind}`);
  };

  const startedAt = performance.now();
  try {
    // PostgreSQL runs as a separate user, which must be able to enter this folder.
    await using owned = new AsyncDisposableStack();
    const folder = await mkdtemp(join(tmpdir(), 'anamnesis-chaos-'));
    owned.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    owned.defer(killAll);
    say(`${scenario.name} on ${database}: ${rounds} rounds, --seed ${seed}`);
    await scenario.run({
      rounds,
      database,
      pace: options.pace ?? 'full',
      seed,
      random: createRandom(seed),
      revision: options.revision ?? DEFAULT_REVISION,
      folder,
      signal: options.signal ?? new AbortController().signal,
      owned,
      own: (child) => {
        children.add(child);
        troubles.follow(child);
        child.once('exit', () => children.delete(child));
      },
      beginRound: (next) => {
        round = next;
      },
      say,
      count: (name, by = 1) => {
        counts[name] = (counts[name] ?? 0) + by;
      },
      measure: (name, value) => {
        measures[name] = [...(measures[name] ?? []), value];
      },
      violate,
    });
  } catch (error) {
    violate(
      options.signal?.aborted ? 'interrupted' : 'the run broke off',
      error instanceof Error ? (error.stack ?? error.message) : String(error),
    );
  } finally {
    process.off('exit', killAll);
  }
  return {
    scenario: scenario.name,
    database,
    seed,
    rounds: round,
    roundsAsked: rounds,
    seconds: (performance.now() - startedAt) / 1000,
    counts,
    measures,
    violations: violations.map((one) => ({ ...one, detail: troubles.explain(one.detail) })),
  };
};
