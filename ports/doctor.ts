export const severities = ['ok', 'warning', 'error'] as const;
export type Severity = (typeof severities)[number];

/** A finding, free of PHI. */
export type Finding = {
  readonly kind: 'finding';
  readonly severity: Severity;
  /** One sentence: the finding. */
  readonly message: string;
  /** The next step; absent when no action is needed. */
  readonly advice?: string;
};

/** The progress of a long check. */
export type CheckProgress = { readonly kind: 'progress'; readonly done: number; readonly total: number };

/** A progress message of a check, with the check's name. */
type Observation = (Finding | CheckProgress) & { readonly check: string };

export type ExaminationOptions = {
  /** Whether to open and read every event, and every blob and compare it with its address. */
  readonly deep: boolean;
  /** Whether to remove certain garbage; otherwise it is only reported. */
  readonly repair: boolean;
  /** Milliseconds since a blob that no event names was last kept, after which it counts as garbage. */
  readonly grace: number;
  /**
   * Another installation, by the first eight characters of its name, that no longer exists: its remains in a vector
   * index count as garbage.
   */
  readonly formerInstallation?: string;
};

/** Examines an installation, running or not, and reports problems. */
export type Doctor = {
  /** Every check's findings, in order. A check that cannot be made is itself a finding; only an abort rejects. */
  readonly examine: (options: ExaminationOptions, signal: AbortSignal) => AsyncIterable<Observation>;
};
