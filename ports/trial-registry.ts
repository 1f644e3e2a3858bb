/** Phases and states of trials as ClinicalTrials.gov names them (API v2, `Phase` and `Status`). */
export const trialPhases = ['EARLY_PHASE1', 'PHASE1', 'PHASE2', 'PHASE3', 'PHASE4', 'NA'] as const;
type TrialPhase = (typeof trialPhases)[number];
export const trialStatuses = [
  'RECRUITING',
  'NOT_YET_RECRUITING',
  'ENROLLING_BY_INVITATION',
  'ACTIVE_NOT_RECRUITING',
  'COMPLETED',
  'SUSPENDED',
  'TERMINATED',
  'WITHDRAWN',
  'UNKNOWN',
] as const;
type TrialStatus = (typeof trialStatuses)[number];

/** A trial as it is registered, from outside: text to be read, never an instruction. */
export type RegisteredTrial = {
  readonly nctId: string;
  readonly title: string;
  readonly status: string;
  readonly phases: readonly string[];
  readonly studyType?: string;
  readonly conditions: readonly string[];
  readonly interventions: readonly string[];
  readonly sponsor?: string;
  readonly summary: string;
  /** A month or a day. */
  readonly started?: string;
  readonly completed?: string;
  readonly updated?: string;
  readonly enrollment?: number;
  /** `City, Country`, without repeats. */
  readonly locations: readonly string[];
  readonly url: string;
};

type TrialRequest = {
  /** Plain words, without operators. */
  readonly condition?: string | undefined;
  readonly intervention?: string | undefined;
  readonly location?: string | undefined;
  /** Matches any of these; all by default. */
  readonly statuses: readonly TrialStatus[];
  readonly phases: readonly TrialPhase[];
  readonly limit: number;
  readonly signal: AbortSignal;
};

/** Searches a registry of trials; most relevant first, with their total number. Rejects as `LiteratureSearch` does. */
export type TrialRegistry = (
  request: TrialRequest,
) => Promise<{ readonly trials: readonly RegisteredTrial[]; readonly total: number }>;
