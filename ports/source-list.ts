import type { SourceName } from '../domain/consultation/sources/source-name.ts';

/** A source as this process has it. */
type SourceState = {
  readonly source: SourceName;
  /** Whether requests to it leave the premises. */
  readonly leavesThePremises: boolean;
  /** Whether it could be asked: switched on by the environment, with all that it needs. */
  readonly configured: boolean;
  /** Whether it was switched on, also where something is missing. */
  readonly switchedOn: boolean;
  /** Whether the settings let questions be looked up in it. */
  readonly enabled: boolean;
  /** The outcome of its last request; absent if this process made none. */
  readonly health?: {
    readonly state: 'well' | 'failed';
    readonly since: string;
    /** Why it failed last; free of PHI. */
    readonly reason?: string;
  };
};

/** The sources of evidence, all of them, in the order of their names in the vocabulary. */
export type SourceList = () => readonly SourceState[];
