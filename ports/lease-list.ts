/** A lease as it stands, whoever has it. */
export type LeaseState = {
  readonly name: string;
  readonly owner: string;
  readonly fence: number;
  /** Seconds until it runs out, by the clock of the database; negative once it has. Absent when it was given back. */
  readonly secondsLeft: number | undefined;
  /** Seconds since its owner took it. Absent where an older version of the program did. */
  readonly ownedFor: number | undefined;
};

/** Reads all leases there are, by name. */
export type ListLeases = () => Promise<readonly LeaseState[]>;
