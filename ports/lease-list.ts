/** The current state of a lease and its holder. */
export type LeaseState = {
  readonly name: string;
  readonly owner: string;
  readonly fence: number;
  /** Seconds until it expires, by the clock of the database; negative once it has. Absent when it was released. */
  readonly secondsLeft: number | undefined;
  /** Seconds since its owner took it. Absent where an older version of the program did. */
  readonly ownedFor: number | undefined;
};

/** Reads all leases there are, by name. */
export type ListLeases = () => Promise<readonly LeaseState[]>;
