/**
 * Searches as texts that reveal nothing, for the addresses of the pages of a search that was sent in a body: an address
 * is kept in logs and histories. Any node opens a text for an hour, as often as it is asked.
 */
export type SealedSearches = {
  readonly seal: (search: string) => Promise<string>;
  /** The sealed search; `undefined` when the text is expired or was not sealed by this installation. */
  readonly open: (text: string) => Promise<string | undefined>;
};
