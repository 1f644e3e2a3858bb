/** A cache of query transcripts shared by nodes. */
export type SharedHistoryCache = {
  /** The cached text; undefined if there is none, or it may no longer be read. Never rejects. */
  readonly recall: (queryId: string) => Promise<string | undefined>;
  /** Caches a text about a data subject for `ttl` milliseconds. Never rejects. */
  readonly remember: (queryId: string, subject: string, text: string, ttl: number) => Promise<void>;
};
