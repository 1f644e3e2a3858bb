/** One call of a route as the documentation shows it. */
export type RouteExample = {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  /** The data of the answer in the envelope, by status. */
  readonly answers?: Readonly<Record<number, unknown>>;
  /** Facts beside the data. */
  readonly metadata?: {
    readonly generation?: number;
    readonly position?: number;
    readonly nextCursor?: string;
  };
  /** Answers that are not in the envelope, by media type; of a stream of events the data of one. */
  readonly contents?: Readonly<Record<string, unknown>>;
};
