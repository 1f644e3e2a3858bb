import type { SourceName } from '../domain/consultation/sources/source-name.ts';

/** The state of a source in this process. */
type SourceState = {
  readonly source: SourceName;
  /** Whether requests to it leave the premises. */
  readonly leavesThePremises: boolean;
  /** Whether it is usable: enabled by the environment, with all required settings. */
  readonly configured: boolean;
  /** Whether it is enabled by the environment, even if a required setting is missing. */
  readonly switchedOn: boolean;
  /** Whether the settings allow questions to be looked up in it. */
  readonly enabled: boolean;
  /** The outcome of its last request; absent if this process made none. */
  readonly health?: {
    readonly state: 'well' | 'failed';
    readonly since: string;
    /** The last reason for failure; free of PHI. */
    readonly reason?: string;
  };
};

/** All evidence sources, in the order of their names in the vocabulary. */
export type SourceList = () => readonly SourceState[];
