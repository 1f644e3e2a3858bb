/** The transcripts of queries, where nodes share them. */
export type SharedHistoryCache = {
  /** The text that was kept; undefined where there is none, or none that may be read any more. Never rejects. */
  readonly recall: (queryId: string) => Promise<string | undefined>;
  /** Keeps a text about a data subject for a while. Never rejects. */
  readonly remember: (queryId: string, subject: string, text: string, ttl: number) => Promise<void>;
};
