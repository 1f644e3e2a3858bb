/** On what grounds somebody may read or change something that belongs to a person. */
export const accessBases = ['own', 'shared', 'oversight', 'break-glass'] as const;
export type AccessBasis = (typeof accessBases)[number];

/** The grounds as they are recorded beside a reading. */
export type AccessGrounds = {
  readonly basis: AccessBasis;
  /** Why they read what is not theirs, in their own words; sensitive, for it may name a patient. */
  readonly reason?: string;
  /** The break-glass grant under which they do. */
  readonly grantId?: string;
};
