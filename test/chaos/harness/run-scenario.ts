import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseName, Scenario, Violation } from './scenario.ts';
import { createRandom } from './seeded-random.ts';

export type ScenarioOptions = {
  readonly rounds?: number;
  readonly database?: DatabaseName;
  readonly seed?: number;
  readonly revision?: string;
  readonly signal?: AbortSignal;
  readonly say?: (text: string) => void;
};

export type ScenarioReport = {
  readonly scenario: string;
  readonly database: DatabaseName;
  readonly seed: number;
  /** Rounds begun, of those asked for. */
  readonly rounds: number;
  readonly roundsAsked: number;
  readonly seconds: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly measures: Readonly<Record<string, readonly number[]>>;
  readonly violations: readonly Violation[];
};

/** The revision before follower leases were fenced; its program stands for the older one of a rolling upgrade. */
export const DEFAULT_REVISION = 'a1da5f1';

const killNow = (child: ChildProcess): void => {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
};

/**
 * Runs a scenario and cleans up behind it. What the scenario throws is a violation like any other: a run that cannot
 * go on has not shown anything.
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
  // Also when this process ends in a way that runs no `finally`.
  const killAll = (): void => children.forEach(killNow);
  process.once('exit', killAll);
  let round = 0;
  const violate = (kind: string, detail: string): void => {
    violations.push({ kind, round, detail });
    say(`VIOLATION (round ${round}) ${kind}: ${detail}`);
  };

  const startedAt = performance.now();
  try {
    // PostgreSQL runs as a user of its own, who must be able to enter what lies in here.
    await using owned = new AsyncDisposableStack();
    const folder = await mkdtemp(join(tmpdir(), 'anamnesis-chaos-'));
    owned.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    owned.defer(killAll);
    say(`${scenario.name} on ${database}: ${rounds} rounds, --seed ${seed}`);
    await scenario.run({
      rounds,
      database,
      seed,
      random: createRandom(seed),
      revision: options.revision ?? DEFAULT_REVISION,
      folder,
      signal: options.signal ?? new AbortController().signal,
      owned,
      own: (child) => {
        children.add(child);
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
    violations,
  };
};
