/** The current state of a lease and its holder. */
export type LeaseState = {
  readonly name: string;
  readonly owner: string;
  readonly fence: number;
  /** Seconds until it expires, by the clock of the database; negative once it has. Absent when it was released. */
  readonly secondsLeft: number | undefined;
  /** Seconds since its owner acquired it. Absent if an older version of the program did. */
  readonly ownedFor: number | undefined;
};

/** Reads all leases, by name. */
export type ListLeases = () => Promise<readonly LeaseState[]>;
