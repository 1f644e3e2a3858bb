/** One call of a route, as shown in the documentation. */
export type RouteExample = {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | readonly string[]>>;
  readonly body?: unknown;
  /** The data of the response in the envelope, by status. */
  readonly answers?: Readonly<Record<number, unknown>>;
  /** The metadata of the response. */
  readonly metadata?: {
    readonly generation?: number;
    readonly position?: number;
    readonly nextCursor?: string;
  };
  /** Responses without the envelope, by media type; for a stream of events, the data of one. */
  readonly contents?: Readonly<Record<string, unknown>>;
};
