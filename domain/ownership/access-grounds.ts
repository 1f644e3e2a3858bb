/** The grounds on which a person's data may be read or changed. */
export const accessBases = ['own', 'shared', 'oversight', 'break-glass'] as const;
export type AccessBasis = (typeof accessBases)[number];

/** The grounds as recorded with a reading. */
export type AccessGrounds = {
  readonly basis: AccessBasis;
  /** The reader's reason in their own words; sensitive, because it may name a patient. */
  readonly reason?: string;
  /** The break-glass grant under which they read. */
  readonly grantId?: string;
};
