/** Makes identifiers: UUIDv7, so that ids sort by the time of their making. */
export type IdentitySource = {
  readonly newId: () => string;
  /**
   * The id that a seed (itself an id) always leads to under a label. Whoever repeats a command repeats its ids, and
   * so its events are recognised as the same. Keeps the time of a UUIDv7 seed.
   */
  readonly derivedId: (seed: string, label: string) => string;
};
