/** A fixed piece of work whose processor time has a budget. */
export type Operation = {
  readonly name: string;
  /** Repetitions in one measurement, so that each takes some tens of milliseconds. */
  readonly times: number;
  readonly run: () => unknown;
};
