import { type ClientOptions, type ClientState, createCaller, createState } from './create-caller.ts';
import { createPosts } from './posts.ts';
import { createReads } from './reads.ts';
import { createSession } from './session.ts';
import { createStreams } from './streams.ts';

const callsOf = (options: ClientOptions, state: ClientState) => {
  const caller = createCaller(options, state);
  return {
    url: options.url,
    /** The server's time in milliseconds since 1970, by the timestamps of its answers: this computer's clock may be wrong. */
    now: state.clock.now,
    ...createReads(caller),
    ...createPosts(caller),
    ...createStreams(caller),
    ...createSession(caller),
  };
};

/** The calls of the HTTP API; see `createClient`. */
export type ApiClient = ReturnType<typeof callsOf> & {
  /** The same client, with another abort signal for its calls. */
  readonly withSignal: (signal: AbortSignal) => ApiClient;
};

const clientWith = (options: ClientOptions, state: ClientState): ApiClient => ({
  ...callsOf(options, state),
  withSignal: (signal) => clientWith({ ...options, signal }, state),
});

/**
 * The HTTP API, typed by its OpenAPI document: each call takes a path as the document spells it. Every response is
 * checked against the document, so its data always has the declared type.
 *
 * Calls reject with a `ClientFailure`: a `RefusedRequest`, a `ConnectionFailure` or an `UnexpectedAnswer`.
 */
export const createClient = (options: ClientOptions): ApiClient => clientWith(options, createState(options));
