/** Creates identifiers: UUIDv7, so that ids sort by creation time. */
export type IdentitySource = {
  readonly newId: () => string;
  /**
   * Derives an id from a seed (itself an id) and a label, deterministically. A repeated command repeats its ids, so its
   * events are recognised as the same. Keeps the time of a UUIDv7 seed.
   */
  readonly derivedId: (seed: string, label: string) => string;
};
