export const severities = ['ok', 'warning', 'error'] as const;
export type Severity = (typeof severities)[number];

/** One thing that was found, free of PHI. */
export type Finding = {
  readonly kind: 'finding';
  readonly severity: Severity;
  /** One sentence: what is so. */
  readonly message: string;
  /** What to do next; absent where nothing is to be done. */
  readonly advice?: string;
};

/** How far a check is that takes a while. */
export type CheckProgress = { readonly kind: 'progress'; readonly done: number; readonly total: number };

/** What a check says while it is at work, with its name. */
type Observation = (Finding | CheckProgress) & { readonly check: string };

export type ExaminationOptions = {
  /** Whether to read every blob and compare it with its address. */
  readonly deep: boolean;
  /** Whether to remove what is certain to be garbage; otherwise only what would be removed is told. */
  readonly repair: boolean;
  /** How long nobody may have kept a blob that no event names before it counts as garbage, in milliseconds. */
  readonly grace: number;
  /** Another installation, by the eight characters of its name, that is no more: what it left in a vector index counts as garbage. */
  readonly formerInstallation?: string;
};

/** Looks an installation over, running or not, and says what is wrong with it. */
export type Doctor = {
  /** Every check's findings, in order. A check that cannot be made is itself a finding; only an abort rejects. */
  readonly examine: (options: ExaminationOptions, signal: AbortSignal) => AsyncIterable<Observation>;
};
