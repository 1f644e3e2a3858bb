/** A question asked back. */
export type Clarification = {
  readonly question: string;
  /** What it could mean; empty where only the person can say. At most `MAX_OPTIONS`. */
  readonly options: readonly {
    /** Unique within the clarification. */
    readonly id: string;
    readonly label: string;
    /** The question as it is searched when this one is chosen. */
    readonly readAs: string;
  }[];
  /** Why it is asked. */
  readonly because: 'ambiguous_term' | 'unclear_follow_up' | 'nothing_found';
};

/** More than a person reads before choosing. */
export const MAX_OPTIONS = 6;
