import { type ClientOptions, createCaller } from './create-caller.ts';
import { createPosts } from './posts.ts';
import { createReads } from './reads.ts';
import { createStreams } from './streams.ts';

const callsOf = (options: ClientOptions) => {
  const caller = createCaller(options);
  return { url: options.url, ...createReads(caller), ...createPosts(caller), ...createStreams(caller) };
};

/** The calls of the HTTP API; see `createClient`. */
export type ApiClient = ReturnType<typeof callsOf> & {
  /** The same client, whose calls another signal ends. */
  readonly withSignal: (signal: AbortSignal) => ApiClient;
};

/**
 * The HTTP API, typed by its OpenAPI document: each call takes a path as it stands there. Every answer is held against
 * what the document says of it, so that what comes out of here is what its type says.
 *
 * Each call rejects with a `ClientFailure`: a `RefusedRequest`, a `ConnectionFailure` or an `UnexpectedAnswer`.
 */
export const createClient = (options: ClientOptions): ApiClient => ({
  ...callsOf(options),
  withSignal: (signal) => createClient({ ...options, signal }),
});
