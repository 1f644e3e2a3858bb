import type { ChildProcess } from 'node:child_process';
import type { Pace } from '../load/run-load.ts';
import type { Random } from './seeded-random.ts';

export const databaseNames = ['embedded', 'postgres'] as const;
export type DatabaseName = (typeof databaseNames)[number];

/** An event that must not happen. `detail` names the event, the command or the row. */
export type Violation = { readonly kind: string; readonly round: number; readonly detail: string };

export type ScenarioContext = {
  readonly rounds: number;
  readonly database: DatabaseName;
  /** The intensity of the load: `gentle` when a few rounds share a machine with other tests. */
  readonly pace: Pace;
  readonly seed: number;
  readonly random: Random;
  /** The revision of the older program, if one runs alongside. */
  readonly revision: string;
  /** A folder of this run, removed at its end. */
  readonly folder: string;
  /** Aborts when the run is interrupted. */
  readonly signal: AbortSignal;
  /** Resources to dispose of when the run ends, however it ends. */
  readonly owned: AsyncDisposableStack;
  /** Kills the process at the end of the run if it is still running, and searches its log for details of violations. */
  readonly own: (child: ChildProcess) => void;
  /** Sets the current round, which is attached to every violation and measurement. */
  readonly beginRound: (round: number) => void;
  readonly say: (text: string) => void;
  readonly count: (name: string, by?: number) => void;
  /** Records a measurement, in seconds unless the name says otherwise; the table shows median and maximum. */
  readonly measure: (name: string, value: number) => void;
  readonly violate: (kind: string, detail: string) => void;
};

export type Scenario = {
  readonly name: string;
  readonly summary: string;
  /** The supported databases; the first is the default. */
  readonly databases: readonly [DatabaseName, ...DatabaseName[]];
  readonly rounds: number;
  readonly run: (context: ScenarioContext) => Promise<void>;
};
