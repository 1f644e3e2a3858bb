/** A clarifying question. */
export type Clarification = {
  readonly question: string;
  /** The possible meanings, at most `MAX_OPTIONS`; empty if only the person can say. */
  readonly options: readonly {
    /** Unique within the clarification. */
    readonly id: string;
    readonly label: string;
    /** The question to search if this option is chosen. */
    readonly readAs: string;
  }[];
  /** The reason for asking. */
  readonly because: 'ambiguous_term' | 'unclear_follow_up' | 'nothing_found';
};

/** As many options as a person reads before choosing. */
export const MAX_OPTIONS = 6;
