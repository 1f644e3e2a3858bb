import { isDocumented, mismatchOfAnswer } from './check-answer.ts';
import type { Caller, CallInput } from './create-caller.ts';
import { isTransient, UnexpectedAnswer } from './failures.ts';
import type { InputOf, OperationAt, StreamEvent, StreamPath } from './operation-types.ts';
import { pause } from './pause.ts';
import { type RawEvent, readEventStream } from './read-event-stream.ts';

/** Options for following a stream. */
type FollowOptions = {
  /** Where to resume: the `id` of the last event received. */
  readonly lastEventId?: string | undefined;
  readonly signal?: AbortSignal;
  /** Milliseconds without data after which a connection counts as broken. Default: one minute. */
  readonly idle?: number;
  /** The maximum number of connections; unlimited if absent. */
  readonly connections?: number;
  /** Called each time the server accepts a connection. */
  readonly onConnected?: () => void;
  /** Called each time a connection ends. */
  readonly onDisconnected?: () => void;
};

/** Marks requests that no person has caused. */
const BACKGROUND = { 'X-Background': '1' };

/** Milliseconds before the next connection; doubled after each that brought nothing. */
const RECONNECT = { first: 500, most: 30_000 };

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

type LooseEvent = {
  readonly id: string;
  readonly event?: { readonly kind: string; readonly name: string; readonly data?: unknown };
};

/** Assigns an event its documented kind, and checks its data against that schema. */
const readEvent = async (path: string, { id, event }: RawEvent): Promise<LooseEvent> => {
  if (event === undefined) return { id };
  const { name } = event;
  const kind = (await isDocumented(`get ${path} ${name}`)) ? name : '*';
  const data = parseJson(event.data);
  const isReadable =
    data !== undefined &&
    (await isDocumented(`get ${path} ${kind}`)) &&
    (await mismatchOfAnswer(`get ${path} ${kind}`, data)) === undefined;
  return isReadable ? { id, event: { kind, name, data } } : { id, event: { kind: 'unreadable', name } };
};

/** The event streams. */
export const createStreams = ({ cookie, position, open, bytesOf, signalOf, settleEach }: Caller) => {
  /**
   * Reads that follow an event include it. Not so on the stream of all events, which a busy server sends long before its
   * read models have caught up.
   */
  const noteEvent = (path: string, { id, event }: LooseEvent): void => {
    if (event?.name === 'reset') position.forget();
    else if (event !== undefined && path !== '/api/stream' && path.startsWith('/api/'))
      position.note(Number.parseInt(id, 10));
  };

  async function* read(
    path: string,
    { onConnected, ...input }: CallInput & Pick<FollowOptions, 'onConnected'>,
    lastEventId: string | undefined,
  ): AsyncGenerator<LooseEvent> {
    const resume = lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId };
    const headers = { ...input.headers, Accept: 'text/event-stream', ...resume };
    const response = await open('get', path, { ...input, headers });
    onConnected?.();
    try {
      for await (const raw of readEventStream(bytesOf(response, input, 'events'))) {
        const event = await readEvent(path, raw);
        noteEvent(path, event);
        yield event;
      }
    } catch (error) {
      throw error instanceof RangeError
        ? new UnexpectedAnswer(response.status, path, error.message, error)
        : error;
    }
  }

  async function* readOn(path: string, input: CallInput & FollowOptions): AsyncGenerator<LooseEvent> {
    const { connections = Number.POSITIVE_INFINITY, onDisconnected, lastEventId, ...call } = input;
    const signal = signalOf(input);
    let place = lastEventId;
    let failures = 0;
    for (let connection = 1; !signal.aborted; connection += 1) {
      try {
        // A session ends when it idles: only the first connection counts as use.
        const headers = connection === 1 || !cookie ? call.headers : { ...call.headers, ...BACKGROUND };
        for await (const event of read(path, { ...call, ...(headers && { headers }) }, place)) {
          place = event.id;
          failures = 0;
          yield event;
        }
      } catch (error) {
        if (!isTransient(error) || connection >= connections) throw error;
      }
      onDisconnected?.();
      if (connection >= connections) return;
      // With jitter, so that not all clients of a server that restarts come back at once.
      await pause(Math.min(RECONNECT.first * 2 ** failures, RECONNECT.most) * (1 + Math.random()), signal);
      failures += 1;
    }
  }

  /**
   * Follows an event stream, and resumes after its connection breaks or the server ends it. Ends after the last
   * permitted connection, when the signal aborts, or when the consumer stops.
   */
  function follow<Path extends StreamPath>(
    path: Path,
    ...input: InputOf<OperationAt<Path, 'get'>, FollowOptions>
  ): AsyncGenerator<StreamEvent<Path>>;
  function follow(path: string, input: CallInput & FollowOptions = {}): AsyncGenerator<LooseEvent> {
    return settleEach(readOn(path, input));
  }

  return { follow };
};
